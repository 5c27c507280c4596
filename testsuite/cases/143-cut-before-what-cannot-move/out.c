#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>

#define EXPECT(got, wanted) do { if ((got) < (wanted)) return 1; if ((got) > (wanted)) return 1; } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t done = RCL_COND_INITIALIZER;
static int left = 3, failed, lines;

/* lock, in.c:13-16 */
static int work_cs(void *ctx)
{
	if (--left == 0)
		rcl_cond_signal(&done);
	return 0;
}

static void *work(void *none)
{
	rcl_exec_anon(&lock, work_cs, NULL, 0);
	return none;
}

struct finished_cs {  /* lock, in.c:25-28 */
	int got;      /* out */
};

static int finished_cs(void *ctx)
{
	struct finished_cs *cs = ctx;
	int got;

	if (left > 0)
		return rcl_wait(&done, &lock);
	got = left;
	cs->got = got;
	return RCL_KEEP;
}

/* a macro returns with the lock: what comes before that can be moved */
static int finished(void)
{
	int got;

	struct finished_cs cs;
	rcl_exec_waiting(&lock, finished_cs, &cs, sizeof(cs));
	got = cs.got;
	EXPECT(got, 0);
	EXPECT(failed, 0);
	rcl_unlock(&lock);
	return 0;
}

static int at_once(void)
{
	rcl_lock(&lock);
	EXPECT(failed, 0);
	lines++;
	rcl_unlock(&lock);
	return 0;
}

/* lock, in.c:49-51 */
static int say_cs(void *ctx)
{
	lines++;
	printf("%d: ", lines);
	return RCL_KEEP;
}

/* va_start() belongs to its function, and would stand before a loop there */
static void say(const char *format, ...)
{
	va_list arguments;

	rcl_exec(&lock, say_cs, NULL, 0);
	for (int more = 1; more; more--) {
		va_start(arguments, format);
		vprintf(format, arguments);
		va_end(arguments);
	}
	rcl_unlock(&lock);
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	say("%d %d\n", finished(), at_once());
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
