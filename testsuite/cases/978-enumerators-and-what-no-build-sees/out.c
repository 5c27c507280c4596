/* Enumerations that a section declares, loops that no build sees, and what is bound to the function. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared = 7;

struct own_enumerators_cs {  /* m, in.c:10-13 */
	int n;               /* in */
};

static int own_enumerators_cs(void *ctx)
{
	struct own_enumerators_cs *cs = ctx;
	int n = cs->n;
	enum kind { plain, odd } kind = shared % 2 ? odd : plain;
	shared += kind == odd ? n : 1;
	return 0;
}

static int own_enumerators(int n)
{
	struct own_enumerators_cs cs = { .n = n };
	rcl_exec_anon(&m, own_enumerators_cs, &cs, sizeof(cs));
	enum colour { red } colour = red;
	return shared + colour;
}

struct in_two_blocks_cs {  /* m, in.c:22-27 */
	int n;             /* in */
};

static int in_two_blocks_cs(void *ctx)
{
	struct in_two_blocks_cs *cs = ctx;
	int n = cs->n;

	if (n) {
		enum { low = 1, middle };
		shared += low + middle;
	}
	return 0;
}

static int in_two_blocks(int n)
{
	enum { low = 10, high = 20 };

	struct in_two_blocks_cs cs = { .n = n };
	rcl_exec_anon(&m, in_two_blocks_cs, &cs, sizeof(cs));
	return shared + low + high;
}

struct of_the_function_cs {  /* m, in.c:35-39 */
	int n;               /* in */
};

static int of_the_function_cs(void *ctx)
{
	struct of_the_function_cs *cs = ctx;
	int n = cs->n;

	if (n) {
		enum { low = 1, middle };
		shared += low + middle;
	}
	return RCL_KEEP;
}

static int of_the_function(int n)
{
	enum { low = 10, high = 20 };

	struct of_the_function_cs cs = { .n = n };
	rcl_exec_anon(&m, of_the_function_cs, &cs, sizeof(cs));
	shared += low;
	rcl_unlock(&m);
	return shared + high;
}

struct unseen_loop_cs {  /* m, in.c:47-58 */
	int n;           /* in */
};

static int unseen_loop_cs(void *ctx)
{
	struct unseen_loop_cs *cs = ctx;
	int n = cs->n;

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
	return 0;
}

static int unseen_loop(int n)
{
	struct unseen_loop_cs cs = { .n = n };
	rcl_exec_anon(&m, unseen_loop_cs, &cs, sizeof(cs));
	return shared;
}

static void note(void *n)
{
	shared++;
}

static int popped_inside(int n)
{
	pthread_cleanup_push(note, &m);
	rcl_lock(&m);
	shared++;
	pthread_cleanup_pop(0);
	shared += n;
	rcl_unlock(&m);
	return shared;
}

static int pushed_inside(int n)
{
	rcl_lock(&m);
	pthread_cleanup_push(note, &m);
	shared++;
	rcl_unlock(&m);
	pthread_cleanup_pop(n);
	return shared;
}

static int packed(int n)
{
#pragma pack(1)
	rcl_lock(&m);
	shared += n;
	rcl_unlock(&m);
#pragma pack()
	return shared;
}

static int packed_by_an_operator(int n)
{
	_Pragma("pack(1)")
	rcl_lock(&m);
	shared += n;
	rcl_unlock(&m);
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
