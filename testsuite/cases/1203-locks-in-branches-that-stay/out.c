/* Locks taken in branches in ways that stay: a branch goes on without the lock, or does something with another one. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t stats = RCL_MUTEX_INITIALIZER(stats);
static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int contended, total;

static void in_a_loop(int n)
{
	if (rcl_trylock(&lock)) {
		while (n > 100) {
			rcl_lock(&lock);
			break;
		}
		if (n <= 100)
			rcl_lock(&lock);
	}
	total += n;
	rcl_unlock(&lock);
}

/* stats, in.c:28-30 */
static int others_cs(void *ctx)
{
	contended++;
	return 0;
}

static void others(int n)
{
	if (rcl_trylock(&lock)) {
		rcl_exec_anon(&stats, others_cs, NULL, 0);
		rcl_lock(&lock);
	}
	total += n;
	rcl_unlock(&lock);
}

static void another(int i, int n)
{
	if (rcl_trylock(&locks[i])) {
		i = !i;
		rcl_lock(&locks[i]);
	}
	total += n;
	rcl_unlock(&locks[i]);
}

static int perhaps(int how, int n)
{
	if (how)
		rcl_lock(&lock);
	else if (n)
		rcl_lock(&lock);
	total += n;
	if (how || n)
		rcl_unlock(&lock);
	return total;
}

static int at_once(int n)
{
	int waited = 0;

	if ((waited = rcl_trylock(&lock)) != 0)
		rcl_lock(&lock);
	total += n + waited;
	rcl_unlock(&lock);
	return waited;
}

int main(void)
{
	in_a_loop(2);
	others(3);
	another(0, 4);
	printf("%d %d\n", perhaps(1, 5), at_once(6));
	printf("%d %d\n", total, contended);
	return 0;
}
