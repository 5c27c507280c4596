/* Lock functions that ask for what only they know, which is said behind their callers, or in another file. */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t lock;
	int rank;
};

static struct mutex shared = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct mutex spare = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct mutex *current = &shared;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count, sum;

void start_threads(void);
void mutexLock(struct mutex *m);
void mutexUnlock(struct mutex *m);
static void lock_all(void);
static void unlock_all(void);
static void lock_masked(void);
static void unlock_masked(void);
static void lock_hooked(pthread_mutex_t *m);
static void unlock_hooked(pthread_mutex_t *m);
static void lock_unless_alone(void);
static void unlock_unless_alone(void);

static int set(int n)
{
	int old;

	mutexLock(&shared);
	old = count;
	count = n;
	mutexUnlock(&shared);
	return old;
}

static int get(int n)
{
	mutexLock(current);
	if (n > 3) {
		count++;
		mutexUnlock(current);
		return n;
	}
	n = count;
	mutexUnlock(current);
	return n;
}

/* of one that may be none */
static void add(struct mutex *m, int n)
{
	mutexLock(m);
	sum += n;
	mutexUnlock(m);
}

static void both(int n)
{
	mutexLock(&shared);
	mutexLock(&spare);
	count += n;
	mutexUnlock(&spare);
	sum += n;
	mutexUnlock(&shared);
}

static int all(int n)
{
	lock_all();
	sum -= n;
	n = sum;
	unlock_all();
	return n;
}

static int masked(int n)
{
	lock_masked();
	sum += n;
	n = sum;
	unlock_masked();
	return n;
}

static int hooked(int n)
{
	lock_hooked(&spare.lock);
	sum += n;
	n = sum;
	unlock_hooked(&spare.lock);
	return n;
}

static int alone(int n)
{
	lock_unless_alone();
	sum += n;
	n = sum;
	unlock_unless_alone();
	return n;
}

/* the answer may change before the release */
static void starting(int n)
{
	mutexLock(&shared);
	count += n;
	start_threads();
	mutexUnlock(&shared);
}

/* it waits, and without the lock there is nothing to wait for */
static void waiting(int n)
{
	mutexLock(&shared);
	while (count > 1000)
		pthread_cond_wait(&changed, &shared.lock);
	count += n;
	mutexUnlock(&shared);
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 200; i++) {
		set(i);
		get(i & 7);
		add(arg, 2);
		both(1);
		all(1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", set(3), get(2), get(5));
	add(&shared, 4);
	add(NULL, 1);
	both(3);
	printf("%d %d %d\n", all(2), count, sum);
	printf("%d %d %d\n", masked(1), hooked(2), alone(3));
	start_threads();
	starting(1);
	waiting(2);
	printf("%d %d\n", set(7), count);
	printf("%d %d %d\n", masked(1), hooked(2), alone(3));
	sum = 0;
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &shared);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", sum);
	return 0;
}

/* ------------------------------------------------------------------ */

static int threaded, single = 1;
static unsigned long features;
static void (*hook)(void);

void start_threads(void)
{
	threaded = 1;
	single = 0;
	features = 1UL << 40;
	hook = start_threads;
}

/* NULL is no mutex, and one thread needs none */
void mutexLock(struct mutex *m)
{
	if (m == NULL)
		return;
	if (threaded != 0)
		pthread_mutex_lock(&m->lock);
}

void mutexUnlock(struct mutex *m)
{
	if (m == NULL)
		return;
	if (threaded != 0)
		pthread_mutex_unlock(&m->lock);
}

static int several(void)
{
	return threaded;
}

static void lock_all(void)
{
	if (several())
		pthread_mutex_lock(&shared.lock);
}

static void unlock_all(void)
{
	if (several())
		pthread_mutex_unlock(&shared.lock);
}

static void lock_masked(void)
{
	if (!(features & (1UL << 40)))
		return;
	pthread_mutex_lock(&spare.lock);
}

static void unlock_masked(void)
{
	if (!(features & (1UL << 40)))
		return;
	pthread_mutex_unlock(&spare.lock);
}

static void lock_hooked(pthread_mutex_t *m)
{
	if (m && hook)
		pthread_mutex_lock(m);
}

static void unlock_hooked(pthread_mutex_t *m)
{
	if (m && hook)
		pthread_mutex_unlock(m);
}

static void lock_unless_alone(void)
{
	if (!single)
		pthread_mutex_lock(&spare.lock);
}

static void unlock_unless_alone(void)
{
	if (!single)
		pthread_mutex_unlock(&spare.lock);
}
