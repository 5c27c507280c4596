#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, done;
static pid_t worker;

static void who(void)
{
	worker = gettid();
}

/* What must run on the thread itself stands in the middle: what comes before it moves, the rest keeps the lock. */
static int work(int count)
{
	sigset_t mask;
	int left;

	pthread_mutex_lock(&lock);
	jobs += count;
	if (jobs > 100)
		jobs = 100;
	sigemptyset(&mask);
	sigaddset(&mask, SIGALRM);
	if (pthread_sigmask(SIG_BLOCK, &mask, NULL) != 0)
		perror("pthread_sigmask");
	done += count;
	left = jobs - done;
	pthread_mutex_unlock(&lock);
	return left;
}

/* The same in a callee, and with ways out on both sides. */
static int start(int limit)
{
	pthread_mutex_lock(&lock);
	if (jobs > limit) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	jobs++;
	who();
	if (worker == 0) {
		pthread_mutex_unlock(&lock);
		return -2;
	}
	pthread_mutex_unlock(&lock);
	return jobs;
}

/* Nothing comes before it. */
static void at_once(void)
{
	pthread_mutex_lock(&lock);
	who();
	jobs++;
	pthread_mutex_unlock(&lock);
}

/* It stands in the statement in which something else is done, too. */
static void in_one(int limit)
{
	pthread_mutex_lock(&lock);
	if (jobs < limit) {
		jobs++;
		who();
	}
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	sigset_t blocked;
	int first, second, third;

	first = work(3);
	second = start(10);
	third = start(1);
	printf("%d %d %d\n", first, second, third);
	at_once();
	in_one(100);
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	printf("%d %d %d %d\n", jobs, done, worker == gettid(), sigismember(&blocked, SIGALRM));
	return 0;
}
