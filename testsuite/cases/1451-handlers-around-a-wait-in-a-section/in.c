#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, ready, cleaned, count;

static void clean(void *arg)
{
	cleaned++;
	pthread_mutex_unlock(arg);
}

static void note(void *arg)
{
	++*(int *)arg;
}

/* A handler is there for as long as its function is. */
static int take(int n)
{
	int got;

	pthread_mutex_lock(&lock);
	waiting++;
	pthread_cleanup_push(clean, &lock);
	while (!ready)
		pthread_cond_wait(&cond, &lock);
	pthread_cleanup_pop(0);
	got = n + ready--;
	waiting--;
	pthread_mutex_unlock(&lock);
	return got;
}

static int noted(int n)
{
	int left = 0;

	pthread_mutex_lock(&lock);
	waiting++;
	pthread_cleanup_push(note, &left);
	count += n;
	if (!ready)
		pthread_cond_wait(&cond, &lock);
	count -= n;
	pthread_cleanup_pop(1);
	ready--;
	waiting--;
	pthread_mutex_unlock(&lock);
	return left;
}

/* Nothing waits there. */
static int added(int n)
{
	int left = 0;

	pthread_mutex_lock(&lock);
	pthread_cleanup_push(note, &left);
	count += n;
	pthread_cleanup_pop(1);
	pthread_mutex_unlock(&lock);
	return left;
}

static void release(pthread_mutex_t **mutex)
{
	pthread_mutex_unlock(*mutex);
}

static pthread_mutex_t *locked(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

/* Nor does the other lock go back because this one waits. */
static int guarded(int n)
{
	pthread_mutex_lock(&lock);
	waiting++;
	{
		__attribute__((cleanup(release))) pthread_mutex_t *guard = locked(&inner);

		count += n;
		if (!ready)
			pthread_cond_wait(&cond, &lock);
		count += n;
	}
	ready--;
	waiting--;
	pthread_mutex_unlock(&lock);
	return n;
}

/* A guard that is kept where it is goes with its scope, too. */
static int guarded_in_place(int n)
{
	pthread_mutex_lock(&lock);
	waiting++;
	{
		/* rcl: keep -- to be looked at */
		__attribute__((cleanup(release))) pthread_mutex_t *guard = locked(&inner);

		count += n;
		if (!ready)
			pthread_cond_wait(&cond, &lock);
		count += n;
	}
	ready--;
	waiting--;
	pthread_mutex_unlock(&lock);
	return n;
}

static void *taking(void *arg)
{
	int *n = arg;

	*n = take(*n);
	return NULL;
}

static void *noting(void *arg)
{
	int *n = arg;

	*n = noted(*n);
	return NULL;
}

static void *guarding(void *arg)
{
	int *n = arg;

	*n = guarded(*n);
	return NULL;
}

static void *guarding_in_place(void *arg)
{
	int *n = arg;

	*n = guarded_in_place(*n);
	return NULL;
}

static int waits(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = waiting;
	pthread_mutex_unlock(&lock);
	return n;
}

static void let_go(int n)
{
	pthread_mutex_lock(&lock);
	ready = n;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	void *(*const starts[])(void *) = {taking, noting, guarding, guarding_in_place};
	pthread_t thread;

	for (int i = 0; i < 4; i++) {
		int n = i + 5, free;

		pthread_create(&thread, NULL, starts[i], &n);
		while (!waits())
			usleep(1000);
		free = pthread_mutex_trylock(&inner) == 0;
		if (free)
			pthread_mutex_unlock(&inner);
		let_go(1);
		pthread_join(thread, NULL);
		printf("%d %d %d %d %d\n", n, free, ready, count, added(1));
	}
	pthread_create(&thread, NULL, taking, &(int){1});
	while (!waits())
		usleep(1000);
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	printf("%d %d\n", cleaned, waits());
	return 0;
}
