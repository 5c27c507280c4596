/*
 * A thread that keeps which one it is, where nothing else gets to know: a
 * signal for another one goes with its section.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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

static void check(int damage)
{
	pthread_mutex_lock(&lock);
	damaged += damage;
	if (damaged > 2)
		give_up();
	pthread_mutex_unlock(&lock);
}

/* this may be the sender */
static void tell_master(void)
{
	pthread_mutex_lock(&lock);
	told++;
	if (told > 2)
		pthread_kill(master, SIGUSR2);
	damaged = 0;
	pthread_mutex_unlock(&lock);
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
