/* A macro may leave the section in code that no build compiles. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define GIVE_AND_RETURN(m, value) do { rcl_unlock(m); return value; } while (0)
#define CHECKED_RETURN(m, value) GIVE_AND_RETURN(m, value)
#define GO_TO(label) goto label
#define ADD(n) do { total += (n); } while (0)
#define EACH(n) do { if (n > 9) break; total += n; } while (0)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct left_cs {  /* m, in.c:16-17 */
	int n;    /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int left(int n)
{
	struct left_cs cs = { .n = n };
	rcl_exec_anon(&m, left_cs, &cs, sizeof(cs));
#ifdef CHECKED
	if (n > 3)
		CHECKED_RETURN(&m, -1);
#endif
	total++;
	rcl_unlock(&m);
	return n;
}

struct used_cs {  /* m, in.c:29-33 */
	int n;    /* in */
};

static int used_cs(void *ctx)
{
	struct used_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n > 5)
		return 1;
	return 0;
}

static int used(int n)
{
	struct used_cs cs = { .n = n };
	if (rcl_exec_anon(&m, used_cs, &cs, sizeof(cs)) == 1) {
		return 5;
	}
	return n;
}

struct stays_cs {  /* m, in.c:40-52 */
	int n;     /* in */
};

static int stays_cs(void *ctx)
{
	struct stays_cs *cs = ctx;
	int n = cs->n;

	total += n;
#ifdef CHECKED
	ADD(1);
	EACH(n);
	if (n > 3)
		GO_TO(out);
#endif
	total++;
#ifdef CHECKED
out:
#endif
	return 0;
}

/* these do not */
static int stays(int n)
{
	struct stays_cs cs = { .n = n };
	rcl_exec_anon(&m, stays_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int one = left(3) + left(4), two = used(5) + used(6), three = stays(2) + stays(4);

	printf("%d %d %d %d\n", one, two, three, total);
	return 0;
}
