#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct log {
	rcl_mutex_t lock;
	int lines, errors;
};

#define REPORT(log, kind, n)                                    \
	do {                                                    \
		if ((n) > 1)                                    \
			printf("%d " #kind "\n", (n));          \
		{                                               \
			struct REPORT_cs cs_report = { &(log)->kind, n }; \
			rcl_exec_anon(&(log)->lock, REPORT_cs, &cs_report, sizeof(cs_report)); \
		}                                               \
	} while (0)

#define RESET(log)                                              \
	do {                                                    \
		struct RESET_cs cs_reset = { log };             \
		rcl_exec_anon(&(log)->lock, RESET_cs, &cs_reset, sizeof(cs_reset)); \
		puts("again");                                  \
	} while (0)

struct REPORT_cs {  /* log->lock, in.c:13-15 */
	int *kind;  /* by reference */
	int n;      /* in */
};

static int REPORT_cs(void *ctx)
{
	struct REPORT_cs *cs = (struct REPORT_cs *)ctx;
	int *kind = cs->kind;
	int n = cs->n;

	*kind += (n);
	return 0;
}

struct RESET_cs {         /* log->lock, in.c:20-22 */
	struct log *log;  /* in */
};

static int RESET_cs(void *ctx)
{
	struct RESET_cs *cs = (struct RESET_cs *)ctx;
	struct log *log = cs->log;

	(log)->lines = (log)->errors = 0;
	return 0;
}

struct fill_cs {          /* log->lock, in.c:30-32 */
	struct log *log;  /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = (struct fill_cs *)ctx;
	struct log *log = cs->log;

	printf("%d %d\n", log->lines, log->errors);
	return 0;
}

static void fill(struct log *log, int n)
{
	REPORT(log, lines, n);
	REPORT(log, errors, n - 1);
	{
		struct fill_cs cs = { .log = log };
		rcl_exec(&log->lock, fill_cs, &cs, sizeof(cs));
	}
	RESET(log);
}

int main(void)
{
	struct log log = { RCL_MUTEX_INITIALIZER(log_lock), 0, 0 };

	fill(&log, 2);
	fill(&log, 3);
	printf("%d %d\n", log.lines, log.errors);
	return 0;
}
