#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#define EXPECT(got, wanted) do { if ((got) < (wanted)) return 1; if ((got) > (wanted)) return 1; } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int left = 3, failed, lines;

static void *work(void *none)
{
	pthread_mutex_lock(&lock);
	if (--left == 0)
		pthread_cond_signal(&done);
	pthread_mutex_unlock(&lock);
	return none;
}

/* a macro returns with the lock: what comes before that can be moved */
static int finished(void)
{
	int got;

	pthread_mutex_lock(&lock);
	while (left > 0)
		pthread_cond_wait(&done, &lock);
	got = left;
	EXPECT(got, 0);
	EXPECT(failed, 0);
	pthread_mutex_unlock(&lock);
	return 0;
}

static int at_once(void)
{
	pthread_mutex_lock(&lock);
	EXPECT(failed, 0);
	lines++;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* va_start() belongs to its function, and would stand before a loop there */
static void say(const char *format, ...)
{
	va_list arguments;

	pthread_mutex_lock(&lock);
	lines++;
	printf("%d: ", lines);
	for (int more = 1; more; more--) {
		va_start(arguments, format);
		vprintf(format, arguments);
		va_end(arguments);
	}
	pthread_mutex_unlock(&lock);
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
