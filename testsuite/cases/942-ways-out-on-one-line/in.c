/* Ways out of a section that stand in braces on one line, where it hands something out there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int take(int from, int *last)
{
	int got = 0;

	pthread_mutex_lock(&m);
	got = count++;
	if (from > 8) { pthread_mutex_unlock(&m); return -1; }
	if (from > got) { pthread_mutex_unlock(&m); *last = got; return from; }
	if (from == got) { count--; got *= 2; pthread_mutex_unlock(&m); return got; }
	else if (from < 0) { got++; pthread_mutex_unlock(&m); return got; } else { got += 2; }
	pthread_mutex_unlock(&m);
	return got + from;
}

int main(void)
{
	int last = 7;

	printf("%d", take(9, &last));
	for (int i = -1; i < 4; i++)
		printf(" %d", take(i, &last));
	printf(" %d %d\n", last, count);
	return 0;
}
