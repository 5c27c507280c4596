/* Enumerations that a section declares, loops that no build sees, and what is bound to the function. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared = 7;

static int own_enumerators(int n)
{
	pthread_mutex_lock(&m);
	enum kind { plain, odd } kind = shared % 2 ? odd : plain;
	shared += kind == odd ? n : 1;
	pthread_mutex_unlock(&m);
	enum colour { red } colour = red;
	return shared + colour;
}

static int in_two_blocks(int n)
{
	enum { low = 10, high = 20 };

	pthread_mutex_lock(&m);
	if (n) {
		enum { low = 1, middle };
		shared += low + middle;
	}
	pthread_mutex_unlock(&m);
	return shared + low + high;
}

static int of_the_function(int n)
{
	enum { low = 10, high = 20 };

	pthread_mutex_lock(&m);
	if (n) {
		enum { low = 1, middle };
		shared += low + middle;
	}
	shared += low;
	pthread_mutex_unlock(&m);
	return shared + high;
}

static int unseen_loop(int n)
{
	pthread_mutex_lock(&m);
	shared++;
#ifdef NEVER
	for (int i = 0; i < n; i++) {
		if (shared > 7) {
			break;
		}
		shared++;
	}
#endif
	shared += n;
	pthread_mutex_unlock(&m);
	return shared;
}

static void note(void *n)
{
	shared++;
}

static int popped_inside(int n)
{
	pthread_cleanup_push(note, &m);
	pthread_mutex_lock(&m);
	shared++;
	pthread_cleanup_pop(0);
	shared += n;
	pthread_mutex_unlock(&m);
	return shared;
}

static int pushed_inside(int n)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(note, &m);
	shared++;
	pthread_mutex_unlock(&m);
	pthread_cleanup_pop(n);
	return shared;
}

static int packed(int n)
{
#pragma pack(1)
	pthread_mutex_lock(&m);
	shared += n;
	pthread_mutex_unlock(&m);
#pragma pack()
	return shared;
}

static int packed_by_an_operator(int n)
{
	_Pragma("pack(1)")
	pthread_mutex_lock(&m);
	shared += n;
	pthread_mutex_unlock(&m);
	_Pragma("pack()")
	return shared;
}

int main(void)
{
	printf("%d %d\n", own_enumerators(3), in_two_blocks(1));
	printf("%d %d\n", of_the_function(1), unseen_loop(1));
	printf("%d %d\n", popped_inside(1), pushed_inside(1));
	printf("%d %d\n", packed(1), packed_by_an_operator(1));
	return 0;
}
