/* Lock functions that note something and return what their calls do. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { rcl_mutex_t m; int taken; };

static struct my_mutex list_lock = { RCL_MUTEX_INITIALIZER(my_mutex_m), 0 };
static int sum;

static rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void my_lock_held(struct my_mutex *l)
{
	l->taken++;
}

static void my_unlock_held(struct my_mutex *l)
{
	l->taken += 10;
}

static int my_unlock(struct my_mutex *l)
{
	my_unlock_held(l);
	return rcl_unlock(&l->m);
}

struct add_cs {  /* list_lock.m, in.c:29-32 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&list_lock);
	sum += n;
	my_unlock_held(&list_lock);
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(my_mutex(&list_lock), add_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct add_quickly_cs {  /* list_lock.m, in.c:38-42 */
	int n;           /* in */
};

static int add_quickly_cs(void *ctx)
{
	struct add_quickly_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&list_lock);
	sum += n;
	return RCL_KEEP;
}

static int add_quickly(int n)
{
	struct add_quickly_cs cs = { .n = n };
	int result = -rcl_exec_anon(my_mutex(&list_lock), add_quickly_cs, &cs, sizeof(cs));
	if (result)
		return result;
	if (sum == 3)
		return my_unlock(&list_lock);
	sum += n;
	return my_unlock(&list_lock);
}

struct add_safely_cs {  /* list_lock.m, in.c:51-54 */
	int n;          /* in */
};

static int add_safely_cs(void *ctx)
{
	struct add_safely_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&list_lock);
	sum += n;
	my_unlock_held(&list_lock);
	return 0;
}

static void add_safely(int n)
{
	struct add_safely_cs cs = { .n = n };
	if (rcl_exec_anon(my_mutex(&list_lock), add_safely_cs, &cs, sizeof(cs)) < 0)
		abort();
}

struct add_checked_cs {  /* list_lock.m, in.c:70-76 */
	int n;           /* in */
};

static int add_checked_cs(void *ctx)
{
	struct add_checked_cs *cs = ctx;
	int n = cs->n;

	my_lock_held(&list_lock);
	sum += n;
	if (sum > 100) {
		my_unlock_held(&list_lock);
		return 1;
	}
	my_unlock_held(&list_lock);
	return 0;
}

static int add_checked(int n)
{
	int result = 0;

	struct add_checked_cs cs = { .n = n };
	if (rcl_exec_anon(my_mutex(&list_lock), add_checked_cs, &cs, sizeof(cs)) == 1) {
		result = 0;
		return result - 1;
	}
	return result;
}

int main(void)
{
	int result = add(1) + add_quickly(2) + add_quickly(1);

	add_safely(1);
	result += add_checked(1) + add_checked(100);
	printf("%d %d %d\n", result, sum, list_lock.taken);
	return 0;
}
