/* What a macro comes to goes by the definitions of before its use, not by those behind it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TEXT(n) AS_TEXT(n)
#define AS_TEXT(n) #n
#define LAST(n) WITH_LAST(n)
#define WITH_LAST(n) n##_last
#define SMALL SMALL_ONE
#define SMALL_ONE small

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void set(int *n, int to)
{
	*n = to;
}

static int as_text(int to)
{
	int n;

	set(&n, to);
	pthread_mutex_lock(&m);
	total += n + (int)strlen(TEXT(n));
	n++;
	pthread_mutex_unlock(&m);
	return n;
}

static int as_a_name(int to)
{
	int n, n_last = 3;

	set(&n, to);
	pthread_mutex_lock(&m);
	total += n + LAST(n);
	n++;
	pthread_mutex_unlock(&m);
	return n + n_last;
}

static int as_a_type(int n)
{
	pthread_mutex_lock(&m);
	typedef short small;
	total += n;
	pthread_mutex_unlock(&m);
	return n + (int)sizeof(SMALL);
}

#undef AS_TEXT
#undef WITH_LAST
#undef SMALL_ONE
#define AS_TEXT(n) ""
#define WITH_LAST(n) 0
#define SMALL_ONE int

int main(void)
{
	int sum = as_text(3) + as_a_name(4) + as_a_type(5);

	printf("%d %d %d\n", sum, total, (int)strlen(TEXT(sum)) + LAST(sum) + (int)sizeof(SMALL));
	return 0;
}
