/* Lock calls that stand in an #if and are tested there, as libraries have them that can do without threads. */
#include <pthread.h>
#include <stdio.h>

#define FAILED (-1)

struct session {
	pthread_mutex_t lock;
	int refs, type;
};

static struct session first = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
static int lost, tried;

static int lock(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m) == 0)
		return 0;
	else
		return -106;
}

static int unlock(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m) == 0)
		return 0;
	else
		return -106;
}

static int up_ref(struct session *s)
{
	if (s == NULL || s->type != 0)
		return FAILED;

#ifndef SINGLE_THREADED
	if (lock(&s->lock) != 0) {
		puts("failed to lock");
		return FAILED;
	}
#endif
	s->refs++;
#ifndef SINGLE_THREADED
	unlock(&s->lock);
#endif
	return 0;
}

/* goes on without the lock, which never fails */
static int down_ref(struct session *s)
{
	int last = 0;

	if (s) {
		#ifndef SINGLE_THREADED
		if (lock(&s->lock) != 0) {
			puts("failed to lock");
		}
		#endif
		s->refs--;
		if (s->refs == 0)
			last = 1;
		#ifndef SINGLE_THREADED
		unlock(&s->lock);
		#endif
	}
	return last;
}

static int either(struct session *s, int n)
{
#ifndef SINGLE_THREADED
	if (pthread_mutex_lock(&s->lock))
		return FAILED;
#endif
	if (s->refs > n) {
		s->type = n;
#ifndef SINGLE_THREADED
		pthread_mutex_unlock(&s->lock);
#endif
		printf("type %d\n", n);
		return n;
	}
	n = s->refs;
#ifndef SINGLE_THREADED
	if (pthread_mutex_unlock(&s->lock) != 0)
		puts("failed to unlock");
#endif
	return n + 1;
}

static int tries(struct session *s)
{
	int refs;

#ifndef SINGLE_THREADED
	if (pthread_mutex_trylock(&s->lock) != 0) {
		lost++; /* later */
		return FAILED;
	}
#endif
	refs = s->refs;
#ifndef SINGLE_THREADED
	pthread_mutex_unlock(&s->lock);
#endif
	return refs;
}

/* tries until it has the lock */
static int spins(struct session *s)
{
	int refs;

#ifndef SINGLE_THREADED
	while (pthread_mutex_trylock(&s->lock) != 0)
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
#endif /* bug #1 */
	refs = ++s->refs;
#ifndef SINGLE_THREADED
	pthread_mutex_unlock(&s->lock);
#endif
	return refs;
}

static int spins_and_leaves(struct session *s, int n)
{
#ifndef SINGLE_THREADED
	while (pthread_mutex_trylock(&s->lock)) {
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
	}
#endif
	if (s->refs > n) {
#ifndef SINGLE_THREADED
		pthread_mutex_unlock(&s->lock);
#endif
		printf("more than %d\n", n);
		return -n;
	}
	s->refs += n;
#ifndef SINGLE_THREADED
	pthread_mutex_unlock(&s->lock);
#endif
	return n;
}

/* what is locked hangs on the build, and so does what is kept */
static int kept(struct session *s)
{
	int r = 0;

#ifndef SINGLE_THREADED
	r = lock(&s->lock);
	if (r != 0)
		return r;
#endif
	s->refs += 2;
#ifndef SINGLE_THREADED
	r = unlock(&s->lock);
#endif
	return r;
}

static int with_more(struct session *s)
{
#ifndef SINGLE_THREADED
	lost++;
	if (lock(&s->lock) != 0)
		return FAILED;
#endif
	s->refs += 2;
#ifndef SINGLE_THREADED
	unlock(&s->lock);
#endif
	return 0;
}

static void *held(void *arg)
{
	printf("%d\n", tries(arg));
	return NULL;
}

static void *spinner(void *arg)
{
	int refs = spins(arg);

	printf("%d %d\n", refs, spins_and_leaves(arg, 2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d\n", up_ref(NULL), up_ref(&first), up_ref(&first));
	printf("%d %d %d %d\n", down_ref(NULL), down_ref(&first), down_ref(&first), down_ref(&first));
	printf("%d %d %d %d %d\n", either(&first, 3), kept(&first), with_more(&first), either(&first, 3), tries(&first));
	pthread_mutex_lock(&first.lock);
	pthread_create(&t, NULL, held, &first);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&first.lock);
	printf("%d %d\n", first.refs, lost);
	printf("%d %d %d\n", spins(&first), spins_and_leaves(&first, 20), spins_and_leaves(&first, 3));
	first.refs = 0;
	pthread_mutex_lock(&first.lock);
	pthread_create(&t, NULL, spinner, &first);
	while (!__atomic_load_n(&tried, __ATOMIC_ACQUIRE))
		;
	pthread_mutex_unlock(&first.lock);
	pthread_join(t, NULL);
	printf("%d\n", first.refs);
	return 0;
}
