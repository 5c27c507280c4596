#include <pthread.h>
#include <stdio.h>

struct log {
	pthread_mutex_t lock;
	int lines, errors;
};

#define REPORT(log, kind, n)                                    \
	do {                                                    \
		if ((n) > 1)                                    \
			printf("%d " #kind "\n", (n));          \
		pthread_mutex_lock(&(log)->lock);               \
		(log)->kind += (n);                             \
		pthread_mutex_unlock(&(log)->lock);             \
	} while (0)

#define RESET(log)                                              \
	do {                                                    \
		pthread_mutex_lock(&(log)->lock);               \
		(log)->lines = (log)->errors = 0;               \
		pthread_mutex_unlock(&(log)->lock);             \
		puts("again");                                  \
	} while (0)

static void fill(struct log *log, int n)
{
	REPORT(log, lines, n);
	REPORT(log, errors, n - 1);
	pthread_mutex_lock(&log->lock);
	printf("%d %d\n", log->lines, log->errors);
	pthread_mutex_unlock(&log->lock);
	RESET(log);
}

int main(void)
{
	struct log log = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

	fill(&log, 2);
	fill(&log, 3);
	printf("%d %d\n", log.lines, log.errors);
	return 0;
}
