#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t locks[4] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};
static int buckets[4], busy, moved;

/* The mutex itself if it was free. */
static void *bucket_trylock(unsigned hash)
{
	pthread_mutex_t *lock = &locks[hash & 3];

	if (pthread_mutex_trylock(lock) == 0)
		return lock;
	return NULL;
}

static void bucket_trylock_unlock(void *lock)
{
	pthread_mutex_unlock(lock);
}

/* Whether it was free. */
static int bucket_try(unsigned hash)
{
	return pthread_mutex_trylock(&locks[hash & 3]) == 0;
}

static void bucket_unlock(unsigned hash)
{
	pthread_mutex_unlock(&locks[hash & 3]);
}

/* Given back behind the branch, if it was taken. */
static int add(unsigned hash, int by)
{
	int now = -1;
	void *held = bucket_trylock(hash);

	if (held != NULL) {
		buckets[hash & 3] += by;
		now = buckets[hash & 3];
	}
	if (held)
		bucket_trylock_unlock(held);
	return now;
}

/* The same with something else to do if it was not. */
static void add_all(int by)
{
	unsigned i;

	for (i = 0; i < 4; i++) {
		void *held = NULL;

		if ((held = bucket_trylock(i))) {
			buckets[i] += by;

			moved++;
		} else {
			/* Another time. */
			busy++;
		}

		if (held) {
			bucket_trylock_unlock(held);
			held = NULL;
		}
	}
}

/* What names the mutex is something else behind the section. */
static int walk(void)
{
	unsigned next = 2;

	while (next < 4) {
		void *held = NULL;

		if ((held = bucket_trylock(next))) {
			buckets[next] += 2;
			next++;
		}
		if (held)
			bucket_trylock_unlock(held);
		held = NULL;
	}
	return next;
}

/* Two of them in one block. */
static int both(int by)
{
	void *one = bucket_trylock(0);

	if (one) {
		buckets[0] += by;
		bucket_trylock_unlock(one);
	}

	void *two = bucket_trylock(1);

	if (two) {
		buckets[1] += by;
		bucket_trylock_unlock(two);
	}
	return one != NULL && two != NULL && one != two;
}

static int or_else(unsigned hash)
{
	int r = 0;

	if (bucket_try(hash)) {
		r = ++buckets[hash & 3];
		bucket_unlock(hash);
	}
	else
	{
		busy++;
	}
	return r;
}

/* A way out, and a rest that cannot be moved. */
static int first(int least)
{
	void *held = NULL;
	int i;

	for (i = 0; i < 4; i++) {
		if ((held = bucket_trylock(i)) == NULL)
			continue;
		if (buckets[i] < least) {
			busy++;
			bucket_trylock_unlock(held);
			continue;
		}
		moved++;
		printf("%d", (int)sizeof(__func__));
		break;
	}
	if (i == 4)
		return -1;
	buckets[i] -= least;
	bucket_trylock_unlock(held);
	return i;
}

/* As far as the compiler can see, a round may begin with the lock of the one before. */
static int take(int least, int again)
{
	void *held = NULL;
	int i, found = -1;

	for (i = 0; i < 4; i++) {
		if ((held = bucket_trylock(i)) == NULL)
			continue;
		if (buckets[i] < least) {
			busy++;
			bucket_trylock_unlock(held);
			continue;
		}
		moved++;
		switch (again) {
		case 0:
			found = i;
			break;
		case 1:
			buckets[i]--;
			bucket_trylock_unlock(held);
			break;
		default:
			found = i;
		}
		if (found >= 0)
			break;
	}
	if (found >= 0) {
		buckets[found] -= least;
		bucket_trylock_unlock(held);
	}
	return found;
}

/* For the caller to give back. */
static int begin(unsigned hash)
{
	int r;

	r = bucket_try(hash);
	if (!r)
		return EBUSY;
	buckets[hash & 3]++;
	return 0;
}

static void end(unsigned hash)
{
	buckets[hash & 3]--;
	bucket_unlock(hash);
}

/* Another lock stands in the variable in the end. */
static void swap(unsigned hash)
{
	void *held = bucket_trylock(hash);

	if (held != NULL) {
		buckets[hash & 3]++;
		held = NULL;
		bucket_unlock(hash);
	}
}

/* The section looks at the variable. */
static bool is_first(unsigned hash)
{
	void *held = bucket_trylock(hash);
	bool first = false;

	if (held != NULL) {
		first = held == (void *)&locks[0];
		bucket_trylock_unlock(held);
	}
	return first;
}

/* Behind one way out comes more, though the section has no end of its own. */
static int either(unsigned hash, int by)
{
	if (!bucket_try(hash))
		return -1;
	if (by > 0) {
		buckets[hash & 3] += by;
		bucket_unlock(hash);
	} else {
		buckets[hash & 3] = 0;
		bucket_unlock(hash);
		return 0;
	}
	return 1;
}

/* A wrapper that waits is no attempt. */
static int bucket_timedlock(unsigned hash, const struct timespec *until)
{
	return pthread_mutex_timedlock(&locks[hash & 3], until) == 0;
}

static void add_in_time(unsigned hash)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (bucket_timedlock(hash, &now)) {
		buckets[hash & 3]++;
		bucket_unlock(hash);
	}
}

/* A wrapper says nothing that gives the mutex in any case. */
static void *bucket_perhaps(unsigned hash)
{
	pthread_mutex_t *lock = &locks[hash & 3];

	if (pthread_mutex_trylock(lock) != 0)
		busy += 0;
	return lock;
}

static void add_perhaps(unsigned hash)
{
	void *held = bucket_perhaps(hash);

	if (held) {
		buckets[hash & 3]++;
		bucket_trylock_unlock(held);
	}
}

static void show(void)
{
	printf(" [%d %d %d %d] %d %d\n", buckets[0], buckets[1], buckets[2], buckets[3], busy, moved);
}

int main(void)
{
	printf("%d", add(1, 5));
	printf(" %d", add(2, 7));
	add_all(1);
	show();
	printf("%d %d", or_else(3), or_else(2));
	printf(" %d", walk());
	printf(" %d", both(3));
	show();
	printf("%d", take(5, 0));
	printf(" %d", take(4, 1));
	printf(" %d", take(0, 2));
	show();
	printf("%d", first(2));
	printf(" %d", first(50));
	show();
	printf("%d", begin(2));
	printf(" %d %d %d", add(2, 100), or_else(2), begin(2));
	add_all(1);
	end(2);
	show();
	swap(1);
	printf("%d %d", is_first(0), is_first(1));
	printf(" %d", either(0, 2));
	printf(" %d", either(0, 0));
	add_in_time(3);
	add_perhaps(3);
	show();
	return 0;
}
