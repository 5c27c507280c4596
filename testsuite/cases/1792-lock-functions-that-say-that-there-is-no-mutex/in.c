/* Lock functions that take no mutex where there is none, and say so: for who asks that, they are attempts. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct mutex {
	pthread_mutex_t id;
	bool ready;
	struct mutex *next;
} mutex;

static mutex storage = { PTHREAD_MUTEX_INITIALIZER, true, NULL };
static mutex another = { PTHREAD_MUTEX_INITIALIZER, true, &storage };
static mutex *event_lock = &another;
static pthread_mutex_t global = PTHREAD_MUTEX_INITIALIZER;
static int count, threaded = 1;

static int lock(mutex *m)
{
	if (m == NULL)
		return -1;
	if (pthread_mutex_lock(&m->id) != 0)
		return -1;
	return 0;
}

static int unlock(mutex *m)
{
	if (m == NULL)
		return -1;
	return pthread_mutex_unlock(&m->id);
}

static int take(mutex *m)
{
	if (!m)
		return EINVAL;
	return pthread_mutex_lock(&m->id);
}

static bool acquire(mutex *m)
{
	if (!m)
		return false;
	pthread_mutex_lock(&m->id);
	return true;
}

static void release(mutex *m)
{
	if (m)
		pthread_mutex_unlock(&m->id);
}

static int lock_ready(mutex *m)
{
	if (!m || !m->ready)
		return -1;
	pthread_mutex_lock(&m->id);
	return 0;
}

static void unlock_ready(mutex *m)
{
	if (!m || !m->ready)
		return;
	pthread_mutex_unlock(&m->id);
}

static int lock_threaded(void)
{
	if (!threaded)
		return -1;
	pthread_mutex_lock(&global);
	return 0;
}

static void unlock_threaded(void)
{
	if (threaded)
		pthread_mutex_unlock(&global);
}

static int leaves(mutex *m, int n)
{
	if (lock(m) < 0)
		return -1;
	count += n;
	if (n > 100) {
		count = 0;
		unlock(m);
		return count;
	}
	unlock(m);
	return 0;
}

static int branch(int n)
{
	int used = 0;

	if (lock(event_lock) == 0) {
		used = n;
		count += n;
		unlock(event_lock);
	}
	return used;
}

static int number(mutex *m, int n)
{
	if (take(m) != 0)
		return -1;
	count += n;
	release(m);
	return 0;
}

static int truth(mutex *m, int n)
{
	if (!acquire(m))
		return -1;
	count += n;
	release(m);
	return 0;
}

static int rounds(mutex *m, int n)
{
	while (n-- > 0) {
		if (!acquire(m))
			continue;
		count += n;
		pthread_mutex_unlock(&m->id);
	}
	return 0;
}

static int both(mutex *m, mutex *other, int n)
{
	if (lock(m) != 0)
		return -1;
	if (lock(other) != 0) {
		unlock(m);
		return -2;
	}
	count += n;
	unlock(other);
	unlock(m);
	return 0;
}

/* a mutex that is always there */
static int always(int n)
{
	if (lock(&storage) != 0)
		return -1;
	count += n;
	unlock(&storage);
	return 0;
}

/* who does not ask goes on without it */
static int twice(mutex *m, int n)
{
	lock(m);
	count += n;
	unlock(m);
	if (lock(m) < 0)
		return -1;
	count -= 2 * n;
	unlock(m);
	return 0;
}

static int warns(mutex *m, int n)
{
	if (lock(m) != 0)
		puts("no lock");
	count += n;
	unlock(m);
	return 0;
}

/* what says nothing: it is never more than 0 */
static int more(mutex *m, int n)
{
	if (lock(m) > 0)
		return -1;
	count += n;
	unlock(m);
	return 0;
}

/* what is asked for changes before the release */
static int moves(int n)
{
	mutex *was = event_lock;

	if (lock(event_lock) < 0)
		return -1;
	count += n;
	event_lock = NULL;
	unlock(event_lock);
	event_lock = was;
	release(was);
	return 0;
}

static int stops(mutex *m, int n)
{
	if (lock_ready(m) < 0)
		return -1;
	count += n;
	m->ready = n < 50;
	unlock_ready(m);
	return 0;
}

static int ends(int n)
{
	if (lock_threaded() < 0)
		return -1;
	count += n;
	threaded = n < 50;
	unlock_threaded();
	return 0;
}

/* what the call is given is worked out once */
static mutex *next_of(mutex *m)
{
	return m->next;
}

static int given(mutex *m, int n)
{
	mutex *at = m;

	if (lock(at++) < 0)
		return -1;
	count += n;
	unlock(--at);
	if (lock(next_of(m)) < 0)
		return -2;
	count -= 3 * n;
	unlock(next_of(m));
	return 0;
}

/* the result is kept: what it is where there is no mutex the lock function says */
static int kept(mutex *m, int n)
{
	int error = take(m);

	if (error)
		return error;
	count += n;
	release(m);
	return 0;
}

static int otherwise(mutex *m, int n)
{
	if (lock(m) == 0) {
		count += n;
		unlock(m);
	} else {
		count -= 5;
	}
	return 0;
}

/* a lock function that asks for it itself, and one that does more then */
static int begin(mutex *m)
{
	if (lock(m) != 0)
		return -2;
	return 0;
}

static void end(mutex *m)
{
	unlock(m);
}

static int through(mutex *m, int n)
{
	if (begin(m) != 0)
		return -1;
	count += n;
	end(m);
	begin(m);
	count -= 2 * n;
	end(m);
	return 0;
}

static int begin_counted(mutex *m)
{
	if (lock(m) != 0)
		return -2;
	count++;
	return 0;
}

static int counted(mutex *m, int n)
{
	if (begin_counted(m) != 0)
		return -1;
	count += n;
	end(m);
	return 0;
}

int main(void)
{
	int with = leaves(&storage, 1) + branch(2) + number(&storage, 3) + truth(&storage, 4) + rounds(&storage, 5);
	int none = leaves(NULL, 1) + number(NULL, 2) * 3 + truth(NULL, 4) * 5 + rounds(NULL, 6) * 7;

	with += both(&another, &storage, 7) + always(8) + twice(&storage, 9) + warns(&storage, 10) + more(&storage, 11);
	none += both(&another, NULL, 7) + both(NULL, &another, 8) * 3 + twice(NULL, 9) * 5 + warns(NULL, 10) + more(NULL, 11);
	with += moves(12) + stops(&storage, 13) + ends(14) + given(&another, 15) + kept(&storage, 16);
	none += stops(NULL, 13) + given(&storage, 14) + kept(NULL, 15) + otherwise(&storage, 16) + otherwise(NULL, 17);
	with += through(&storage, 18) + counted(&storage, 19);
	none += through(NULL, 20) + counted(NULL, 21);
	printf("%d %d %d\n", with, none, count);
	return 0;
}
