/* A lock function that takes its mutex if one of two is so, also by a macro's words: each is asked as a whole. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct store {
	pthread_mutex_t mutex;
	bool shared, forced;
	long next, puts;
};

#define THREADED(s) (s)->shared || (s)->forced

static bool enter(struct store *s)
{
	if (!(s->shared || s->forced))
		return false;
	pthread_mutex_lock(&s->mutex);
	return true;
}

static bool enter_threaded(struct store *s)
{
	if (!(THREADED(s)))
		return false;
	pthread_mutex_lock(&s->mutex);
	return true;
}

static bool enter_idle(struct store *s)
{
	if (s->shared && s->forced)
		return false;
	pthread_mutex_lock(&s->mutex);
	return true;
}

static long put(struct store *s, int n)
{
	long id = -1;

	if (enter(s)) {
		id = s->next++;
		s->puts += n;
		pthread_mutex_unlock(&s->mutex);
	}
	return id;
}

static long put_threaded(struct store *s, int n)
{
	long id = -1;

	if (enter_threaded(s)) {
		id = s->next++;
		s->puts += n;
		pthread_mutex_unlock(&s->mutex);
	}
	return id;
}

static long put_idle(struct store *s, int n)
{
	if (!enter_idle(s))
		return -1;
	s->puts += n;
	pthread_mutex_unlock(&s->mutex);
	return 0;
}

int main(void)
{
	static struct store all[] = {
		{ PTHREAD_MUTEX_INITIALIZER, false, false, 0, 0 }, { PTHREAD_MUTEX_INITIALIZER, true, false, 0, 0 },
		{ PTHREAD_MUTEX_INITIALIZER, false, true, 0, 0 }, { PTHREAD_MUTEX_INITIALIZER, true, true, 0, 0 },
	};

	for (int i = 0; i < 4; i++) {
		struct store *s = &all[i];
		long one = put(s, 1), two = put_threaded(s, 2), three = put_idle(s, 3);

		printf("%d: %ld %ld %ld, %ld puts, next %ld\n", i, one, two, three, s->puts, s->next);
	}
	return 0;
}
