/* Sizes that are worked out, variables that are bound to registers, and types that macros ask for. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define IS_ARRAY(a) (!__builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0])))
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define LIKE(a, b) __typeof__(a) b
#define SWAP(a, b) do { __typeof__(a) old = (a); (a) = (b); (b) = old; } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct counted_cs {  /* lock, in.c:18-21 */
	int k;       /* in-out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int k = cs->k;

	shared += (int)sizeof(int[k++]);
	shared += (int)sizeof *(int (*)[k++])NULL;
	cs->k = k;
	return 0;
}

static int counted(int n)
{
	int k = n;

	struct counted_cs cs = { .k = k };
	rcl_exec_anon(&lock, counted_cs, &cs, sizeof(cs));
	k = cs.k;
	return k;
}

struct counted_by_declarations_cs {  /* lock, in.c:29-35 */
	int k;                       /* in-out */
	int sum;                     /* in-out */
};

static int counted_by_declarations_cs(void *ctx)
{
	struct counted_by_declarations_cs *cs = ctx;
	int k = cs->k;
	int sum = cs->sum;
	int (*rows)[k++] = malloc(64);
	typedef int row[k++];
	sum += (int)(sizeof *rows + sizeof(row));
	shared += sum;
	free(rows);
	cs->k = k;
	cs->sum = sum;
	return 0;
}

static int counted_by_declarations(int n)
{
	int k = n, sum = 0;

	struct counted_by_declarations_cs cs = { .k = k, .sum = sum };
	rcl_exec_errno(&lock, counted_by_declarations_cs, &cs, sizeof(cs));
	k = cs.k;
	sum = cs.sum;
	return sum + k;
}

struct asked_first_cs {  /* lock, in.c:44-48 */
	int size;        /* out */
	int k;           /* in */
};

static int asked_first_cs(void *ctx)
{
	struct asked_first_cs *cs = ctx;
	int size;
	int k = cs->k;

	size = (int)sizeof(int[k]);
	k = shared;
	shared += k;
	cs->size = size;
	return 0;
}

/* read before it gets another value */
static int asked_first(int n)
{
	int size, k = n + 1;

	struct asked_first_cs cs = { .k = k };
	rcl_exec_anon(&lock, asked_first_cs, &cs, sizeof(cs));
	size = cs.size;
	return size;
}

struct not_counted_cs {  /* lock, in.c:57-60 */
	int k;           /* in */
	int size;        /* out */
};

static int not_counted_cs(void *ctx)
{
	struct not_counted_cs *cs = ctx;
	int k = cs->k;
	int size;

	size = (int)sizeof(int[3]) + (int)sizeof k;
	shared += size;
	cs->size = size;
	return 0;
}

/* its size is known: nothing is counted */
static int not_counted(int n)
{
	int k = n, size;

	struct not_counted_cs cs = { .k = k };
	rcl_exec_anon(&lock, not_counted_cs, &cs, sizeof(cs));
	size = cs.size;
	return k + size;
}

static long bound(long n)
{
	register long own __asm__("r12") = n;
	long got;

	rcl_lock(&lock);
	__asm__ volatile("mov %%r12, %0" : "=r"(got) : "r"(own));
	shared++;
	rcl_unlock(&lock);
	return got;
}

struct only_asked_for_cs {  /* lock, in.c:80-82 */
	long own;           /* in-out */
};

static int only_asked_for_cs(void *ctx)
{
	struct only_asked_for_cs *cs = ctx;
	long own = cs->own;

	own += shared;
	cs->own = own;
	return 0;
}

static long only_asked_for(register long n)
{
	register long own = n;

	struct only_asked_for_cs cs = { .own = own };
	rcl_exec_anon(&lock, only_asked_for_cs, &cs, sizeof(cs));
	own = cs.own;
	return own;
}

struct an_array_cs {    /* lock, in.c:90-94 */
	int (*all)[4];  /* by reference */
	int found;      /* out */
};

static int an_array_cs(void *ctx)
{
	struct an_array_cs *cs = ctx;
	int (*all)[4] = cs->all;
	int found;

	found = IS_ARRAY(*all) * 100 + COUNT(*all);
	SWAP((*all)[0], (*all)[3]);
	shared++;
	cs->found = found;
	return 0;
}

static int an_array(int n)
{
	int all[4] = { n, 2, 3, 4 }, found;

	struct an_array_cs cs = { .all = &all };
	rcl_exec_anon(&lock, an_array_cs, &cs, sizeof(cs));
	found = cs.found;
	return found + all[0] * 10 + all[3];
}

/* nothing else there names it: it is not the pointer's type that is asked for */
static int only_its_type(int n)
{
	char one = (char)n, *p = &one;
	int size;

	rcl_lock(&lock);
	LIKE(one, other);
	other = (char)(*p + 1);
	size = (int)sizeof other + other;
	one = other;
	shared++;
	rcl_unlock(&lock);
	return size + *p;
}

struct both_cs {  /* lock, in.c:118-122 */
	long *a;  /* by reference */
	long b;   /* in-out */
	long *p;  /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	long *a = cs->a;
	long b = cs->b;
	long *p = cs->p;

	SWAP(*a, b);
	*p += 1;
	shared++;
	cs->b = b;
	return 0;
}

static int both(int n)
{
	long a = n, b = 9, *p = &a;

	struct both_cs cs = { .a = &a, .b = b, .p = p };
	rcl_exec_anon(&lock, both_cs, &cs, sizeof(cs));
	b = cs.b;
	return (int)(a * 10 + b);
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		printf("%d %d %d %d\n", counted(n), counted_by_declarations(n), asked_first(n), not_counted(n));
		printf("%ld %ld %d %d %d\n", bound(n), only_asked_for(n), an_array(n), only_its_type(n), both(n));
	}
	return 0;
}
