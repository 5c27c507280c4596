/* Lock functions that note something by variables of their own, with a pointer to the mutex, or nothing of it at all. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { pthread_mutex_t lock; pthread_t owner; const char *where; int depth; };

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, 0, NULL, 0 };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *noted;
static int sum, taken, given, wrong, named;

/* as some libraries have it: the mutex is constant for those who take it */
void take(const struct my_mutex *mutex, const char *where)
{
	struct my_mutex *l = (struct my_mutex *)mutex;
	pthread_t self = pthread_self();
	int error = pthread_mutex_lock(&l->lock);

	if (error != 0)
		abort();
	l->owner = self;
	l->where = where;
	if (where[0] == 't') {
		int depth = l->depth + 1;

		l->depth = depth;
	}
}

void give(const struct my_mutex *mutex)
{
	struct my_mutex *l = (struct my_mutex *)mutex;

	l->where = "nowhere";
	l->depth = 0;
	if (pthread_mutex_unlock(&l->lock) != 0)
		abort();
}

static void plain_lock(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	noted = m;
	taken++;
}

static void plain_unlock(pthread_mutex_t *m)
{
	given++;
	pthread_mutex_unlock(m);
}

static int add(int n, int quick)
{
	take(&list_lock, __func__);
	sum += n;
	wrong += !pthread_equal(list_lock.owner, pthread_self());
	named += list_lock.where[0] == 'a';
	if (quick) {
		give(&list_lock);
		return sum > 0;
	}
	sum += n;
	give(&list_lock);
	return 0;
}

static void add_plain(pthread_mutex_t *m, int n)
{
	int l = n;

	plain_lock(m);
	sum += l;
	wrong += noted != m;
	plain_unlock(m);
}

/* the name of the mutex comes from elsewhere, and the parameter's is taken */
static void add_with(struct my_mutex **locks, int mutex)
{
	take(locks[0], "there");
	sum += mutex;
	wrong += locks[0]->depth != 1;
	give(locks[0]);
}

/* by the mutex itself, and back by the function */
static void mixed(struct my_mutex *l)
{
	pthread_mutex_lock(&l->lock);
	sum++;
	give(l);
	take(l, "here");
	wrong += l->where[0] != 'h';
	pthread_mutex_unlock(&l->lock);
}

/* given back for a while: that stays */
static void paused(int n)
{
	plain_lock(&plain);
	sum += n;
	plain_unlock(&plain);
	n++;
	plain_lock(&plain);
	sum += n;
	plain_unlock(&plain);
}

/* kept on one way: the client gives it back */
static int kept(int n)
{
	take(&list_lock, "there");
	sum += n;
	if (n == 3)
		return 1;
	give(&list_lock);
	return 0;
}

static void *work(void *arg)
{
	struct my_mutex *locks[] = { &list_lock };
	int i;

	for (i = 0; i < 100; i++) {
		add(i, i & 1);
		add_plain(&plain, 0);
		add_with(locks, i);
		mixed(&list_lock);
		paused(0);
		if (kept(i))
			give(&list_lock);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %s %d\n", taken, given, wrong, list_lock.where, named);
	return list_lock.depth;
}
