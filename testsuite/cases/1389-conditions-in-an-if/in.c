/* Lock calls under a condition that stand in an #if, and lock functions with one that are called there. */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t lock;
	int level;
};

struct response {
	struct mutex mutex;
	int *crc, count;
};

static int crc = 1, asked, tried, missed;
static struct response first = { { PTHREAD_MUTEX_INITIALIZER, 0 }, &crc, 0 }, bare;

/* NULL is no mutex */
static void lock(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_lock(&m->lock);
}

static void unlock(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_unlock(&m->lock);
}

static struct mutex *ask(struct mutex *m)
{
	asked++;
	return m;
}

#define LOCK_IF(m) do { if (m) pthread_mutex_lock(&(m)->lock); } while (0)
#define UNLOCK_IF(m) do { if (m) pthread_mutex_unlock(&(m)->lock); } while (0)

static int by_macro(struct mutex *m, int n)
{
#ifdef THREADING
	LOCK_IF(m);
#endif
	first.count += n;
	n = first.count;
#ifdef THREADING
	UNLOCK_IF(m);
#endif
	return n;
}

static int by_function(struct mutex *m, int n)
{
#ifdef THREADING
	lock(m);
#endif
	first.count += n;
#ifdef THREADING
	unlock(m);
#endif
	return n;
}

static int by_function_and_leaves(struct mutex *m, int n)
{
#ifdef THREADING
	lock(m);
#endif
	if (first.count > n) {
		first.count--;
#ifdef THREADING
		unlock(m);
#endif /* THREADING */
		return n;
	}
	n += first.count;
#ifdef THREADING
	unlock(m);
#endif
	return n;
}

static void by_statement(struct response *r, int n)
{
#if defined(THREADING)
	if (NULL != r->crc)
		pthread_mutex_lock(&r->mutex.lock);
#endif
	r->count += n;
#if defined(THREADING)
	if (NULL != r->crc)
		pthread_mutex_unlock(&r->mutex.lock);
#endif
}

static int by_statement_and_leaves(struct response *r, int n)
{
	for (;;) {
#if defined(THREADING)
		if (r->crc) {
			pthread_mutex_lock(&r->mutex.lock);
		}
#endif
		if (r->count > n) {
			r->count -= n;
#if defined(THREADING)
			if (r->crc) {
				pthread_mutex_unlock(&r->mutex.lock);
			}
#endif
			break;
		}
		r->count += n + 1;
#if defined(THREADING)
		if (r->crc) {
			pthread_mutex_unlock(&r->mutex.lock);
		}
#endif
	}
	return n;
}

/* in one of two lines alone */
static void given_back(struct response *r, int n)
{
#if defined(THREADING)
	if (NULL != r->crc)
		pthread_mutex_lock(&r->mutex.lock);
#endif
	r->count += n;
#if defined(THREADING)
	pthread_mutex_unlock(&r->mutex.lock);
#endif
}

/* tries until it has the lock, and says so */
static int spins(struct response *r, int n)
{
#ifdef THREADING
	/* nobody has it for long */
	while (pthread_mutex_trylock(&r->mutex.lock) != 0)
		__atomic_store_n(&tried, 1, __ATOMIC_RELEASE);
#endif
	r->count += n;
#ifdef THREADING
	pthread_mutex_unlock(&r->mutex.lock);
#endif
	return n;
}

/* what the lock function is given is asked for where there is no lock, too */
static int with_effects(struct mutex *m, int n)
{
	lock(ask(m));
	first.count += n;
	unlock(m);
	return asked;
}

static int with_effects_and_more(struct mutex *m, int n)
{
	lock(m ? m : (missed++, m));
	first.count += n;
	unlock(m);
	return missed;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 200; i++) {
		by_function(&first.mutex, 1);
		by_statement(arg, 1);
	}
	return NULL;
}

static void *spinner(void *arg)
{
	printf("%d\n", spins(arg, 1));
	return NULL;
}

int main(void)
{
	struct mutex *none = NULL;
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", by_function(&first.mutex, 1), by_function(none, 2), first.count);
	printf("%d %d\n", by_macro(&first.mutex, 1), by_macro(none, 9));
	printf("%d %d\n", by_function_and_leaves(&first.mutex, 1), by_function_and_leaves(none, 9));
	by_statement(&first, 3);
	by_statement(&bare, 4);
	printf("%d %d\n", by_statement_and_leaves(&first, 3), by_statement_and_leaves(&bare, 2));
	given_back(&first, 3);
	printf("%d %d %d\n", first.count, bare.count, spins(&first, 2));
	printf("%d %d\n", with_effects(&first.mutex, 2), with_effects(none, 2));
	printf("%d %d\n", with_effects_and_more(&first.mutex, 2), with_effects_and_more(none, 2));
	pthread_mutex_lock(&first.mutex.lock);
	pthread_create(&t[0], NULL, spinner, &first);
#ifdef THREADING
	while (!__atomic_load_n(&tried, __ATOMIC_ACQUIRE))
		;
#endif
	pthread_mutex_unlock(&first.mutex.lock);
	pthread_join(t[0], NULL);
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", first.count);
	return 0;
}
