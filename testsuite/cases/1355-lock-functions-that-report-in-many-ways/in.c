/* Lock functions as libraries have them: with a truth, with -1 and errno, for NULL an error, and what they note. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	pthread_mutex_t mtx;
	int owner, waits, wants;
};

#define MUTEX { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 }

static struct mutex asked = MUTEX, told = MUTEX, set = MUTEX, noted = MUTEX, given = MUTEX;
static int count, complaints;

static void complain(const char *what, int error)
{
	complaints += error;
	puts(what);
}

/* NULL is no mutex */
static int lock_if(struct mutex *m)
{
	int r;

	if (!m)
		return EINVAL;
	r = pthread_mutex_lock(&m->mtx);
	if (r)
		complain("lock", r);
	return r;
}

static int unlock_if(struct mutex *m)
{
	int r;

	if (!m)
		return EINVAL;
	r = pthread_mutex_unlock(&m->mtx);
	if (r)
		complain("unlock", r);
	return r;
}

static bool lock_told(struct mutex *m)
{
	return pthread_mutex_lock(&m->mtx) == 0;
}

static bool unlock_told(struct mutex *m)
{
	return pthread_mutex_unlock(&m->mtx) == 0;
}

static int lock_set(struct mutex *m)
{
	int r = pthread_mutex_lock(&m->mtx);

	if (r) {
		complaints++;
		errno = r;
		return -1;
	}
	return 0;
}

static int unlock_set(struct mutex *m)
{
	int r = pthread_mutex_unlock(&m->mtx);

	if (r != 0) {
		errno = r;
		return -1;
	}
	return 0;
}

/* does something before, where it is busy, and when it has the lock */
static void lock_noted(struct mutex *m, int who)
{
	__atomic_add_fetch(&m->wants, 1, __ATOMIC_RELAXED);
	if (pthread_mutex_trylock(&m->mtx) != 0) {
		__atomic_add_fetch(&m->waits, who, __ATOMIC_RELAXED);
		pthread_mutex_lock(&m->mtx);
	}
	m->owner = who;
}

static void unlock_noted(struct mutex *m)
{
	m->owner = 0;
	pthread_mutex_unlock(&m->mtx);
}

/* takes it on one way only */
static int lock_given(struct mutex *m)
{
	if (m != NULL)
		return pthread_mutex_lock(&m->mtx);
	return 0;
}

static void unlock_given(struct mutex *m)
{
	if (m != NULL)
		pthread_mutex_unlock(&m->mtx);
}

static int of_a_global(int n)
{
	if (lock_if(&asked))
		return -1;
	count += n;
	unlock_if(&asked);
	return n;
}

static int of_a_pointer(struct mutex *m, int n)
{
	if (lock_if(m))
		return -1;
	count += n;
	unlock_if(m);
	return n;
}

static int with_a_truth(int n)
{
	if (!lock_told(&told))
		return -1;
	count += n;
	if (n > 5) {
		unlock_told(&told);
		return 5;
	}
	if (!unlock_told(&told))
		complain("unlock", 1);
	return n;
}

static bool returns_the_truth(int n)
{
	if (lock_told(&told)) {
		count += n;
		return unlock_told(&told);
	}
	return false;
}

static int with_errno(int n)
{
	if (lock_set(&set) < 0) {
		perror("lock");
		exit(1);
	}
	count += n;
	if (unlock_set(&set) < 0)
		return -1;
	return n;
}

static int with_notes(int n)
{
	lock_noted(&noted, n + 1);
	n = noted.owner;
	count += n;
	unlock_noted(&noted);
	return n;
}

static int perhaps(struct mutex *m, int n)
{
	if (lock_given(m) != 0)
		return -1;
	count += n;
	unlock_given(m);
	return n;
}

static int certainly(int n)
{
	if (lock_given(&given) != 0)
		return -1;
	count += n;
	unlock_given(&given);
	return n;
}

static void *work(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < 200; i++) {
		of_a_global(1);
		with_a_truth(1);
		with_errno(1);
		with_notes(i & 3);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", of_a_global(1), of_a_pointer(&asked, 2), of_a_pointer(NULL, 3));
	printf("%d %d %d %d\n", with_a_truth(1), with_a_truth(7), returns_the_truth(2), with_errno(3));
	printf("%d %d %d %d\n", with_notes(4), perhaps(&given, 5), perhaps(NULL, 6), certainly(7));
	count = 0;
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d\n", noted.wants, noted.owner, complaints);
	return 0;
}
