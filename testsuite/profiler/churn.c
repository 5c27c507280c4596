/* SPDX-License-Identifier: MIT */
/* churn WHAT: what wears the recorder's tables: short threads, short mutexes, cancelled waits, signals, forks, depth. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 5000, MUTEXES = 5000, WAITS = 100, FORKS = 20, DEPTH = 100 };

struct record {
	int value;
	pthread_mutex_t lock;
};

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t deep_locks[DEPTH];
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;

static void take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	pthread_mutex_unlock(mutex);
}

static void unlock(void *mutex)
{
	pthread_mutex_unlock(mutex);
}

static void late(void *mutex)
{
	take(mutex);
}

/* Takes the mutex twice: here, and after its end in the destructor of its own data. */
static void *short_life(void *unused)
{
	take(&shared_lock);
	pthread_setspecific(key, &shared_lock);
	pthread_exit(unused);
}

static void *hang(void *unused)
{
	pthread_mutex_lock(&shared_lock);
	pthread_cleanup_push(unlock, &shared_lock);
	for (;;)
		pthread_cond_wait(&never, &shared_lock);
	pthread_cleanup_pop(1);
	return unused;
}

/* Addresses come again, with mutexes of either kind. */
static void *short_mutexes(void *unused)
{
	for (int i = 0; i < MUTEXES; i++) {
		struct record *record = calloc(1, sizeof *record + (size_t)(i % 5) * 16);

		if (i % 2)
			pthread_mutex_init(&record->lock, NULL);
		take(&record->lock);
		if (i % 4)
			pthread_mutex_destroy(&record->lock);
		free(record);
	}
	return unused;
}

static void *forks(void *unused)
{
	for (int i = 0; i < FORKS; i++) {
		pid_t child = fork();

		if (!child) {
			take(&shared_lock);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	return unused;
}

static void interrupted(int number)
{
	static pthread_mutex_t signal_lock = PTHREAD_MUTEX_INITIALIZER;

	(void)number;
	if (!pthread_mutex_trylock(&signal_lock))
		pthread_mutex_unlock(&signal_lock);
}

static void run(int count, void *(*start)(void *), int cancel)
{
	for (int i = 0; i < count; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, start, NULL);
		if (cancel)
			pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
}

static void run_both(void *(*one)(void *), void *(*other)(void *))
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, one, NULL);
	pthread_create(&threads[1], NULL, other, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void deep(void)
{
	for (int i = 0; i < DEPTH; i++)
		pthread_mutex_lock(&deep_locks[i]);
	for (int i = 0; i < DEPTH; i++)
		pthread_mutex_unlock(&deep_locks[i]);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	struct sigaction action = { .sa_handler = interrupted, .sa_flags = SA_RESTART };

	pthread_key_create(&key, late);
	if (!strcmp(what, "threads"))
		run(THREADS, short_life, 0);
	if (!strcmp(what, "waits"))
		run(WAITS, hang, 1);
	if (!strcmp(what, "signals")) {
		sigaction(SIGALRM, &action, NULL);
		ualarm(100, 100);
	}
	if (!strcmp(what, "mutexes") || !strcmp(what, "signals"))
		run_both(short_mutexes, short_mutexes);
	if (!strcmp(what, "forks"))
		run_both(short_mutexes, forks);
	if (!strcmp(what, "depth"))
		deep();
	return 0;
}
