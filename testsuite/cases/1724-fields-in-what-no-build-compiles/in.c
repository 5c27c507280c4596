#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct pair {
	int a, b;
};

#define FIELD_OF(p, field) ((p)->field)
#define TRACED(what) printf("%d\n", (what))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct pair all = { 1, 2 };
static int total;

static void raise_by(int *what, int by)
{
	*what += by;
}

/* The section has its variable by a pointer, of whose name the code that no build compiles names fields. */
static int add(int b)
{
	int a[2] = { 1, 2 };

	pthread_mutex_lock(&m);
	raise_by(&b, 3);
	raise_by(a, b);
#ifdef TRACE
	total += (int)offsetof(struct pair, b);
	total += (int)__builtin_offsetof(struct pair, b) + b;
	total += FIELD_OF(&all, b) + all.b;
	TRACED(b);
#endif
	total += b + all.b;
	pthread_mutex_unlock(&m);
	return b + a[0];
}

int main(void)
{
	printf("%d\n", add(1));
	printf("%d\n", add(2));
	printf("%d\n", total);
	return 0;
}
