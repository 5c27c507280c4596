/* What binds a section to its function: names that use its frame, what it declares, macros that it defines. */
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static jmp_buf place;
static sigjmp_buf signal_place;
static void *buffer[5];
static ucontext_t context, back;

void goes_on(void);

int allocates(int n)
{
	char *p;

	pthread_mutex_lock(&m); /* RCL012 */
	p = alloca(n);
	p[0] = shared;
	pthread_mutex_unlock(&m);
	return 0;
}

int allocates_by_its_name(int n)
{
	char *p;

	pthread_mutex_lock(&m); /* RCL012 */
	p = (alloca)(n);
	p[0] = shared;
	pthread_mutex_unlock(&m);
	return 0;
}

int allocates_aligned(int n)
{
	char *p;

	pthread_mutex_lock(&m); /* RCL012 */
	p = __builtin_alloca_with_align(n, 64);
	p[0] = shared;
	pthread_mutex_unlock(&m);
	return 0;
}

int saves_a_place(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	if ((setjmp)(place))
		shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int saves_a_place_with_signals(void)
{
	if ((sigsetjmp)(signal_place, 1))
		return 1;
	pthread_mutex_lock(&m); /* RCL012 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int saves_a_place_for_the_compiler(void)
{
	if (__builtin_setjmp(buffer))
		return 1;
	pthread_mutex_lock(&m); /* RCL012 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int saves_its_context(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	getcontext(&context);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int makes_a_context(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	makecontext(&context, goes_on, 0);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int swaps_contexts(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	swapcontext(&back, &context);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

void *asks_for_its_frame(void)
{
	void *frame;

	pthread_mutex_lock(&m); /* RCL012 */
	frame = __builtin_frame_address(0);
	shared++;
	pthread_mutex_unlock(&m);
	return frame;
}

void *asks_for_its_caller(void)
{
	void *caller;

	pthread_mutex_lock(&m); /* RCL012 */
	caller = __builtin_return_address(0);
	shared++;
	pthread_mutex_unlock(&m);
	return caller;
}

int forks(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	if (vfork() == 0)
		_exit(0);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int asks_for_a_size(char *p)
{
	char own[8];

	pthread_mutex_lock(&m); /* RCL012 */
	shared += __builtin_object_size(own, 0);
	pthread_mutex_unlock(&m);
	return own[0] == *p;
}

int asks_for_a_size_later(char *p)
{
	char own[8];

	pthread_mutex_lock(&m); /* RCL012 */
	shared += __builtin_dynamic_object_size(own, 0);
	pthread_mutex_unlock(&m);
	return own[0] == *p;
}

int begins_a_list(int n, ...)
{
	va_list list;

	pthread_mutex_lock(&m); /* RCL012 */
	do {
		va_start(list, n);
		shared += va_arg(list, int);
	} while (shared < 3);
	pthread_mutex_unlock(&m);
	va_end(list);
	return 0;
}

int copies_a_list(va_list list)
{
	va_list copy;

	pthread_mutex_lock(&m); /* copies_a_list_cs none | | ! */
	shared++;
	va_copy(copy, list);
	shared++;
	pthread_mutex_unlock(&m);
	vprintf("%d\n", copy);
	va_end(copy);
	return 0;
}

int copies_one_beside_one_of_its_own(int n, ...)
{
	va_list list, outer;

	va_start(list, n);
	pthread_mutex_lock(&m); /* RCL012 */
	{
		int own = shared;
		va_copy(outer, list);
		shared += own;
	}
	pthread_mutex_unlock(&m);
	n = vprintf("%d\n", outer);
	va_end(outer);
	va_end(list);
	return n;
}

int union_of_its_own(void)
{
	pthread_mutex_lock(&m); /* union_of_its_own_cs none | | */
	union both { int n; char c; };
	union both x = { shared };
	shared += x.c;
	pthread_mutex_unlock(&m);
	return 0;
}

int union_of_its_functions(void)
{
	union both { int n; char c; };
	pthread_mutex_lock(&m); /* RCL013 */
	union both x = { shared };
	shared += x.c;
	pthread_mutex_unlock(&m);
	return 0;
}

int type_again_in_another_block(void)
{
	if (shared) {
		struct one { int n; } x = { 1 };
		shared = x.n;
	}
	pthread_mutex_lock(&m); /* type_again_in_another_block_cs none | | */
	{
		struct one { char n; } x = { 2 };
		struct one y = { 3 };
		shared = x.n + y.n;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int type_used_twice(int c)
{
	struct one { int n; };
	if (c) {
		pthread_mutex_lock(&m); /* RCL013 */
		struct one { char n; } x = { 2 };
		shared = x.n;
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&m); /* RCL013 */
	shared += sizeof(struct one);
	pthread_mutex_unlock(&m);
	return 0;
}

int declares_a_function_inside(void)
{
	pthread_mutex_lock(&m); /* declares_a_function_inside_cs thread waits | | */
	int answers_inside(void);
	shared = answers_inside();
	pthread_mutex_unlock(&m);
	return 0;
}

int declares_and_uses_outside(void)
{
	extern int far_away;
	int n = far_away;
	pthread_mutex_lock(&m); /* declares_and_uses_outside_cs none | n in | */
	shared = n;
	pthread_mutex_unlock(&m);
	return far_away;
}

int declares_inside_and_outside(void)
{
	int answers_twice(void);
	pthread_mutex_lock(&m); /* RCL013 */
	int answers_twice(void);
	shared = answers_twice();
	pthread_mutex_unlock(&m);
	return 0;
}

int enum_and_another(int n)
{
	pthread_mutex_lock(&m); /* enum_and_another_cs none | | */
	{
		enum kind { plain, odd } kind = shared % 2 ? odd : plain;
		shared += kind;
	}
	enum { last } l = last;
	shared += l;
	pthread_mutex_unlock(&m);
	{
		int odd = 4;
		enum colour { red } c = red;
		return odd + c;
	}
}

int defines_inside(int n)
{
	pthread_mutex_lock(&m); /* defines_inside_cs none | n in | */
#define TWICE(x) ((x) * 2)
	shared = TWICE(n);
#undef TWICE
	pthread_mutex_unlock(&m);
	return 0;
}

int defines_for_good(int n)
{
	pthread_mutex_lock(&m); /* defines_for_good_cs none | n in | */
#define THRICE(x) ((x) * 3)
	shared = THRICE(n);
	pthread_mutex_unlock(&m);
	return 0;
}

int defines_what_stands_before(int n)
{
	int threes = n;
	pthread_mutex_lock(&m); /* RCL015 */
#define threes(x) ((x) * 3)
	shared = threes(n);
	pthread_mutex_unlock(&m);
	return threes;
}

int defined_before_with_a_comment(int n)
{
#define LOCAL_SUM2(x) ((x) + shared) /* of
	both */
	pthread_mutex_lock(&m); /* RCL015 */
	shared = LOCAL_SUM2(n);
	pthread_mutex_unlock(&m);
	return 0;
}

int defined_twice(int n)
{
#define LOCAL_SUM3(x) ((x) + shared)
#undef LOCAL_SUM3
#define LOCAL_SUM3(x) ((x) + shared + 1)
	pthread_mutex_lock(&m); /* RCL015 */
	shared = LOCAL_SUM3(n);
	pthread_mutex_unlock(&m);
	return 0;
}

int defined_by_another(int n)
{
#define LOCAL_N n
#define LOCAL_SUM4(x) ((x) + LOCAL_N)
	pthread_mutex_lock(&m); /* RCL015 */
	shared = LOCAL_SUM4(n);
	pthread_mutex_unlock(&m);
	return 0;
}

int defined_with_a_lock(int n)
{
#define LOCAL_LOCK() pthread_mutex_lock(&m)
	pthread_mutex_lock(&m); /* defined_with_a_lock_m_1_cs none | n in | */
	shared = n;
	pthread_mutex_unlock(&m);
	LOCAL_LOCK(); /* defined_with_a_lock_m_2_cs none | | */
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int undefined_before(int n)
{
#undef goes_far
	pthread_mutex_lock(&m); /* RCL015 */
	int goes_far = shared;
	shared += goes_far;
	pthread_mutex_unlock(&m);
	return 0;
}

int changed_packing(int n)
{
	pthread_mutex_lock(&m); /* RCL012 */
#pragma pack(1)
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

static void note(void *n)
{
	shared++;
}

int handler_that_ends_inside(int n)
{
	pthread_cleanup_push(note, &m);
	pthread_mutex_lock(&m); /* RCL012 */
	shared++;
	pthread_cleanup_pop(0);
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int handler_that_begins_inside(int n)
{
	{
	pthread_mutex_lock(&m); /* handler_that_begins_inside_cs none | | ! */
	shared++;
	pthread_cleanup_push(note, &m);
	shared++;
	pthread_mutex_unlock(&m);
	pthread_cleanup_pop(0);
	}
	return 0;
}
