/* What a section declares of outside of its function, or in a structure, hides another name in what follows it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;
int total = 100;
typedef int width;
struct pair { char names[50]; };
enum { LOW = 50, HIGH };

#define WIDTH (int)sizeof(width)
#define LOWEST (int)LOW

static int thrice(int n)
{
	return n * 3;
}

int twice(int n)
{
	return n * 2;
}

static int a_variable(int n)
{
	int total = 4;
	{
		rcl_lock(&m);
		extern int total;
		total += n;
		rcl_unlock(&m);
		n += total;
	}
	return n + total;
}

static int a_function(int n)
{
	int (*twice)(int) = thrice;
	{
		rcl_lock(&m);
		int twice(int);
		count += twice(n);
		rcl_unlock(&m);
		n += twice(n);
	}
	return n + twice(n);
}

struct at_a_way_out_cs {  /* m, in.c:53-61 */
	int total;        /* in */
};

static int at_a_way_out_cs(void *ctx)
{
	struct at_a_way_out_cs *cs = ctx;
	int total = cs->total;

	if (total > 2) {
		return RCL_KEEP | 1;
	}
	count++;
	return 0;
}

static int at_a_way_out(int total)
{
	struct at_a_way_out_cs cs = { .total = total };
	if (rcl_exec_anon(&m, at_a_way_out_cs, &cs, sizeof(cs)) == 1) {
		extern int total;
		total++;
		rcl_unlock(&m);
		return total;
	}
	return total;
}

struct not_behind_cs {  /* m, in.c:67-70 */
	int n;          /* in */
};

static int not_behind_cs(void *ctx)
{
	struct not_behind_cs *cs = ctx;
	int n = cs->n;
	extern int total;
	count += total + n;
	return 0;
}

static int not_behind(int n)
{
	struct not_behind_cs cs = { .n = n };
	rcl_exec_anon(&m, not_behind_cs, &cs, sizeof(cs));
	return n;
}

static int a_type_that_a_macro_names(int n)
{
	rcl_lock(&m);
	typedef char width;
	width narrow = n;
	count += narrow;
	rcl_unlock(&m);
	return WIDTH;
}

static int a_value_that_a_macro_names(int n)
{
	rcl_lock(&m);
	enum { LOW = 7 } way = LOW;
	count += way + n;
	rcl_unlock(&m);
	return LOWEST;
}

static int a_structure_in_a_structure(int n)
{
	rcl_lock(&m);
	struct whole { int a; struct pair { int left, right; } both; } whole = { n, { 3, 4 } };
	count += whole.a + whole.both.left;
	rcl_unlock(&m);
	return sizeof(struct pair);
}

static int values_in_a_structure(int n)
{
	rcl_lock(&m);
	struct whole { int a; enum { LOW, HIGH } which; } whole = { n, HIGH };
	count += whole.a + whole.which + LOW;
	rcl_unlock(&m);
	return HIGH;
}

struct values_for_itself_cs {  /* m, in.c:113-116 */
	int n;                 /* in */
};

static int values_for_itself_cs(void *ctx)
{
	struct values_for_itself_cs *cs = ctx;
	int n = cs->n;
	struct whole { int a; enum { LOW, HIGH } which; } whole = { n, HIGH };
	count += whole.a + whole.which + LOW;
	return 0;
}

static int values_for_itself(int n)
{
	struct values_for_itself_cs cs = { .n = n };
	rcl_exec_anon(&m, values_for_itself_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", a_variable(2), a_function(2), at_a_way_out(2), at_a_way_out(3));
	printf("%d %d\n", a_type_that_a_macro_names(2), a_value_that_a_macro_names(2));
	printf("%d %d %d\n", a_structure_in_a_structure(2), values_in_a_structure(2), values_for_itself(2));
	printf("%d %d %d\n", not_behind(2), count, total);
	return 0;
}
