/* What a lock call is given is evaluated, whether it names the mutex or not. */
#include <pthread.h>
#include <stdio.h>

struct account { pthread_mutex_t lock; int sum; struct account *next; };

static struct account second = { PTHREAD_MUTEX_INITIALIZER, 2, NULL };
static struct account first = { PTHREAD_MUTEX_INITIALIZER, 1, &second };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, locks[3] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int shared = 3, asked;

static inline void lock_for(pthread_mutex_t *m, int who) { (void)who; pthread_mutex_lock(m); }
static inline void unlock_for(pthread_mutex_t *m, int who) { (void)who; pthread_mutex_unlock(m); }
static inline void take(struct account *a) { pthread_mutex_lock(&a->lock); }
static inline void give(struct account *a) { pthread_mutex_unlock(&a->lock); }

static int number(void) { return ++asked; }
static pthread_mutex_t *counted(void) { asked++; return &lock; }
static pthread_mutex_t *plain(int n) { int i = n % 3; return &locks[i]; }

/* the number of the thread is drawn for the wrapper, which does not use it */
static int drawn(int n)
{
	lock_for(&lock, number());
	shared += n;
	unlock_for(&lock, 0);
	return asked;
}

static int drawn_behind(int n)
{
	lock_for(&lock, 0);
	shared += n;
	unlock_for(&lock, number());
	return asked;
}

/* who knows that the function is called for the mutex that it gives */
static int counted_twice(int n)
{
	pthread_mutex_lock(counted());
	shared += n;
	pthread_mutex_unlock(counted());
	return asked;
}

static void lock_counted(void) { pthread_mutex_lock(counted()); }
static void unlock_counted(void) { pthread_mutex_unlock(counted()); }

static int counted_by_wrappers(int n)
{
	lock_counted();
	shared += n;
	unlock_counted();
	return asked;
}

/* this one does nothing else */
static int looked_up(int n)
{
	pthread_mutex_lock(plain(n));
	shared += n;
	pthread_mutex_unlock(plain(n));
	return shared;
}

/* the section sees what its acquisition makes of a variable */
static int stepped(int n)
{
	int i = n % 2, seen;

	pthread_mutex_lock((i++, &lock));
	seen = i * 10 + shared;
	pthread_mutex_unlock(&lock);
	return seen;
}

static int chosen(int n)
{
	struct account *a = &first, *b;

	pthread_mutex_lock(&(b = a->next)->lock);
	b->sum += n;
	pthread_mutex_unlock(&b->lock);
	return b->sum;
}

static int wrapped(int n)
{
	struct account *a;

	take(a = &first);
	a->sum += n;
	give(a);
	return a->sum;
}

/* nobody else asks for the variable */
static int kept_aside(int n)
{
	pthread_mutex_t *m;

	pthread_mutex_lock(m = &lock);
	shared += n;
	pthread_mutex_unlock(&lock);
	return m == &lock;
}

static int again(int n)
{
	int rounds = 0, seen;

	pthread_mutex_lock(&lock);
	seen = shared;
	pthread_mutex_unlock(&lock);
	rounds++;
	pthread_mutex_lock((rounds++, &lock));
	seen += rounds * n;
	pthread_mutex_unlock(&lock);
	return seen;
}

/* a release with an effect stays with the client */
static int stepped_behind(int n)
{
	int i = n % 3;

	pthread_mutex_lock(&locks[i]);
	shared += i;
	pthread_mutex_unlock(&locks[i++]);
	return i;
}

int main(void)
{
	for (int n = 0; n < 3; n++) {
		printf("%d %d %d %d\n", drawn(n), drawn_behind(n), counted_twice(n), looked_up(n));
		printf("%d %d %d %d\n", stepped(n), chosen(n), wrapped(n), kept_aside(n));
		printf("%d %d %d\n", again(n), stepped_behind(n), counted_by_wrappers(n));
	}
	return 0;
}
