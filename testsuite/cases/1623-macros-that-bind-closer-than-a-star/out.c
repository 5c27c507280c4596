/* Where a macro puts -> behind a variable that the section has by its address, that is (*x) there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct options {
	unsigned on;
	int limits[2];
};

#define IS_ON(options, what) ((options) != NULL && (options->on & (what)) == (what))
#define LIMIT(options, which) options->limits[which]
#define NEXT(x) x++
#define SIMPLY(x) do { x; } while (0)
#define SHOW(x) printf("%s is %d\n", #x, x)
#define WITH_ITS_LENGTH(x) ((long)x + (long)x##_length)
#define SAY(format, args...) printf(format, ##args)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct options usual = { 1, { 5, 6 } };
static int count;

static void find(struct options **options)
{
	*options = &usual;
}

struct is_on_cs {                  /* lock, in.c:32-37 */
	unsigned what;             /* in */
	struct options **options;  /* by reference */
	int limit;                 /* out */
};

static int is_on_cs(void *ctx)
{
	struct is_on_cs *cs = ctx;
	unsigned what = cs->what;
	struct options **options = cs->options;
	int limit;

	if (!IS_ON((*options), what))
		find(options);
	limit = IS_ON((*options), what) ? LIMIT((*options), 0) : LIMIT((*options), 1);
	count += (*options)->limits[1];
	cs->limit = limit;
	return 0;
}

int is_on(unsigned what)
{
	struct options *options = NULL;
	int limit;

	struct is_on_cs cs = { .what = what, .options = &options };
	rcl_exec_anon(&lock, is_on_cs, &cs, sizeof(cs));
	limit = cs.limit;
	return limit;
}

struct in_another_one_cs {  /* lock, in.c:45-49 */
	int *k;             /* by reference */
	int *p;             /* in */
};

static int in_another_one_cs(void *ctx)
{
	struct in_another_one_cs *cs = ctx;
	int *k = cs->k;
	int *p = cs->p;

	SIMPLY(NEXT((*k)));
	*p += count;
	SAY("%d\n", *k);
	return 0;
}

int in_another_one(int n)
{
	int k = n, *p = &k;

	struct in_another_one_cs cs = { .k = &k, .p = p };
	rcl_exec(&lock, in_another_one_cs, &cs, sizeof(cs));
	return k;
}

/* the macro in it shows its name */
int shown(int n)
{
	int k = n, *p = &k;

	rcl_lock(&lock);
	SIMPLY(SHOW(k));
	*p += count;
	rcl_unlock(&lock);
	return k;
}

/* what is made of the name is another variable's */
int pasted(int n)
{
	int k = n, *p = &k, five = 5, *k_length = &five;
	long sum;

	rcl_lock(&lock);
	sum = WITH_ITS_LENGTH(k) - (long)&five;
	*p += count;
	rcl_unlock(&lock);
	return k + (int)sum + *k_length;
}

int main(void)
{
	int one = is_on(1), two = is_on(2);

	printf("%d %d\n", one, two);
	printf("%d\n", in_another_one(3));
	printf("%d\n", shown(4));
	printf("%d\n", pasted(5));
	return 0;
}
