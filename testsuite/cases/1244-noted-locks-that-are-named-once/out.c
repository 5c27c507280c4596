/* What a lock function that notes something is given is worked out once. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; int taken; };

static struct my_mutex locks[2] = { { RCL_MUTEX_INITIALIZER(my_mutex_m_in), 0 }, { RCL_MUTEX_INITIALIZER(my_mutex_m_in_7), 0 } };
static struct my_mutex *last = locks;
static int sum, asked;

static rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void my_lock_held(struct my_mutex *l)
{
	l->taken++;
}

static void my_lock(struct my_mutex *l) { rcl_lock(&l->m); my_lock_held(l); }
static void my_unlock_held(struct my_mutex *l)
{
	l->taken += 10;
}

static void my_unlock(struct my_mutex *l) { my_unlock_held(l); rcl_unlock(&l->m); }
static struct my_mutex *which(int n) { asked++; return &locks[n & 1]; }

static void stepped(int i)
{
	my_lock(&locks[i++]);
	sum += i;
	my_unlock(&locks[i - 1]);
}

static void called(int n)
{
	my_lock(which(n));
	sum += n;
	my_unlock(&locks[n & 1]);
}

struct read_once_cs {        /* last->m, in.c:31-33 */
	int n;               /* in */
	struct my_mutex *l;  /* in */
};

static int read_once_cs(void *ctx)
{
	struct read_once_cs *cs = ctx;
	int n = cs->n;
	struct my_mutex *l = cs->l;

	my_lock_held(l);
	sum += n;
	my_unlock_held(l);
	return 0;
}

static void read_once(int n)
{
	struct read_once_cs cs = { .n = n, .l = last };
	rcl_exec_anon(my_mutex(last), read_once_cs, &cs, sizeof(cs));
}

int main(void)
{
	stepped(0);
	called(1);
	read_once(2);
	printf("%d %d %d %d\n", sum, asked, locks[0].taken, locks[1].taken);
	return 0;
}
