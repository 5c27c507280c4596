#include <pthread.h>
#include <stdio.h>

#define TRACE 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines, sum;

/* What an #if declares for a section alone goes, and so does the #if. */
static void note(const char *text)
{
	int ret;
#ifdef TRACE
	int tail;
#endif

	pthread_mutex_lock(&lock);
#ifdef TRACE
	tail = lines;
	printf("%d ", tail);
#endif
	ret = printf("%s\n", text);
	if (ret > 0)
		lines++;
	pthread_mutex_unlock(&lock);
}

/* What else stands there stays. */
static int add(int n)
{
#ifndef TRACE
	long tail;
#else /* traced */
	int tail, twice = 2 * n;
	int last;
#endif
	int was = n;

	pthread_mutex_lock(&lock);
	tail = sum;
	sum += n + (int)tail;
#ifdef TRACE
	last = sum;
	printf("%d ", last);
#endif
	pthread_mutex_unlock(&lock);
#ifdef TRACE
	was += twice;
#endif
	return was;
}

int main(void)
{
	note("one");
	note("two");
	printf("%d %d %d\n", add(1), add(2), lines);
	return 0;
}
