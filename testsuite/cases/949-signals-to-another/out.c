/*
 * A thread that keeps which one it is, where nothing else gets to know: a
 * signal for another one goes with its section.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static pthread_t *restorer, master, handed;
static pthread_t workers[2];
static int damaged, told;

static void give_up(void)
{
	if (restorer) {
		if (pthread_equal(pthread_self(), *restorer))
			exit(1);
		pthread_kill(*restorer, SIGUSR1);
	}
}

struct check_cs {    /* lock, in.c:26-30 */
	int damage;  /* in */
};

static int check_cs(void *ctx)
{
	struct check_cs *cs = ctx;
	int damage = cs->damage;

	damaged += damage;
	if (damaged > 2)
		give_up();
	return 0;
}

static void check(int damage)
{
	struct check_cs cs = { .damage = damage };
	rcl_exec(&lock, check_cs, &cs, sizeof(cs));
}

/* lock, in.c:36-37 */
static int tell_master_cs(void *ctx)
{
	told++;
	return RCL_KEEP;
}

/* this may be the sender */
static void tell_master(void)
{
	rcl_exec_anon(&lock, tell_master_cs, NULL, 0);
	if (told > 2)
		pthread_kill(master, SIGUSR2);
	damaged = 0;
	rcl_unlock(&lock);
}

static void *restore(void *arg)
{
	sigset_t *set = arg;
	int number;

	sigwait(set, &number);
	return NULL;
}

int main(void)
{
	sigset_t set;

	master = pthread_self();
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&workers[0], NULL, restore, &set);
	restorer = &workers[0];
	for (int i = 0; i < 3; i++)
		check(1);
	pthread_join(workers[0], NULL);
	tell_master();
	handed = workers[0];
	printf("%d %d\n", damaged, told);
	return 0;
}
