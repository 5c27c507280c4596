/* Macros that are called as the header calls what its functions get, and as a section its context. */
#define m (&the_lock)
#define c 3
#define size sizes[0]
#define ctx current->context
#define section __attribute__((section(".data")))
#include <pthread.h>
#include <stdio.h>

struct state { int context; };
static pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
static int sizes[2] section = { 4, 5 };
static struct state one, *current = &one;

static int add(int n)
{
	pthread_mutex_lock(m);
	ctx += n + c;
	size++;
	n = ctx + size;
	pthread_mutex_unlock(m);
	return n;
}

int main(void)
{
	printf("%d %d\n", add(1), sizes[0]);
	return 0;
}
