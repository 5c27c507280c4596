/* Lock functions that note who has the lock, and where it was taken: what they note goes with the section. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct my_mutex {
	pthread_mutex_t m;
	pthread_t owner;
	const char *file;
	int line;
	int taken;
	int held;
};

struct account { struct my_mutex lock; int sum; struct account *next; };

static struct account savings = { { PTHREAD_MUTEX_INITIALIZER, 0, NULL, 0, 0, 0 }, 2, NULL };
static struct my_mutex stats_lock = { PTHREAD_MUTEX_INITIALIZER, 0, NULL, 0, 0, 0 };
static int sum, wrong;

void my_lock(struct my_mutex *l, const char *file, int line);
void my_unlock(struct my_mutex *l);

/* takes the lock, and notes who has it */
void my_lock(struct my_mutex *l, const char *file, int line)
{
	pthread_mutex_lock(&l->m);
	l->owner = pthread_self();	/* for whoever asks */
	l->file = file;
	l->line = line;
	l->taken++;
	l->held = 1;
}

void my_unlock(struct my_mutex *l)
{
	l->held = 0;
	memset(&l->owner, 0, sizeof(l->owner));
	pthread_mutex_unlock(&l->m);
}

#define LOCK(l) my_lock(l, __FILE__, __LINE__)
#define UNLOCK(l) my_unlock(l)

/* ours, as the lock says */
static int ours(struct my_mutex *l)
{
	return l->held && pthread_equal(l->owner, pthread_self()) && strcmp(l->file, __FILE__) == 0;
}

static void deposit(struct account *a, int n)
{
	LOCK(&a->lock);
	a->sum += n;
	wrong += !ours(&a->lock);
	UNLOCK(&a->lock);
}

static int withdraw(struct account *a, int n)
{
	LOCK(&a->lock);
	if (a->sum < n) {
		UNLOCK(&a->lock);
		return -1;
	}
	a->sum -= n;
	wrong += !ours(&a->lock);
	UNLOCK(&a->lock);
	return n;
}

static void count(int n)
{
	LOCK(&stats_lock);
	sum += n;
	wrong += !ours(&stats_lock);
	UNLOCK(&stats_lock);
}

static void note(struct my_mutex *lock, int n)
{
	my_lock(lock, __FILE__, n);
	sum += n;
	wrong += !ours(lock) || lock->line != n;
	my_unlock(lock);
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 100; i++) {
		deposit(arg, i);
		count(withdraw(arg, i));
		note(&stats_lock, i);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &savings);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d %d\n", savings.sum, savings.lock.taken, sum, stats_lock.taken, wrong);
	return savings.lock.held + stats_lock.held;
}
