#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static rcl_mutex_t locks[4] = {
	RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks),
	RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks),
};
static int buckets[4], busy, moved;

static rcl_mutex_t *bucket_trylock_mutex(unsigned hash)
{
	return &locks[hash & 3];
}

/* The mutex itself if it was free. */
static void *bucket_trylock(unsigned hash)
{
	rcl_mutex_t *lock = &locks[hash & 3];

	if (rcl_trylock(lock) == 0)
		return lock;
	return NULL;
}

static void bucket_trylock_unlock(void *lock)
{
	rcl_unlock(lock);
}

static rcl_mutex_t *bucket_try_mutex(unsigned hash)
{
	return &locks[hash & 3];
}

static void bucket_unlock(unsigned hash)
{
	rcl_unlock(&locks[hash & 3]);
}

struct add_cs {         /* locks[hash & 3], in.c:43-50 */
	unsigned hash;  /* in */
	int by;         /* in */
	int now;        /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	unsigned hash = cs->hash;
	int by = cs->by;
	int now;

	buckets[hash & 3] += by;
	now = buckets[hash & 3];
	cs->now = now;
	return RCL_KEEP;
}

/* Given back behind the branch, if it was taken. */
static int add(unsigned hash, int by)
{
	int now = -1;
	struct add_cs cs = { .hash = hash, .by = by };
	rcl_mutex_t *mutex = bucket_trylock_mutex(hash);
	int way = rcl_tryexec(mutex, add_cs, &cs, sizeof(cs));

	void *held = way < 0 ? NULL : mutex;
	if (way == 0)
		now = cs.now;
	if (held)
		bucket_trylock_unlock(held);
	return now;
}

struct add_all_cs {  /* locks[i & 3], in.c:62-72 */
	int by;      /* in */
	unsigned i;  /* in */
};

static int add_all_cs(void *ctx)
{
	struct add_all_cs *cs = ctx;
	int by = cs->by;
	unsigned i = cs->i;

	buckets[i] += by;

	moved++;
	return RCL_KEEP;
}

/* The same with something else to do if it was not. */
static void add_all(int by)
{
	unsigned i;

	for (i = 0; i < 4; i++) {
		void *held = NULL;

		struct add_all_cs cs = { .by = by, .i = i };
		rcl_mutex_t *mutex = bucket_trylock_mutex(i);
		int way = rcl_tryexec(mutex, add_all_cs, &cs, sizeof(cs));

		held = way < 0 ? NULL : mutex;
		if (way < 0) {
			/* Another time. */
			busy++;
		}

		if (held) {
			bucket_trylock_unlock(held);
			held = NULL;
		}
	}
}

struct walk_cs {        /* locks[next & 3], in.c:86-91 */
	unsigned next;  /* in-out */
};

static int walk_cs(void *ctx)
{
	struct walk_cs *cs = ctx;
	unsigned next = cs->next;

	buckets[next] += 2;
	next++;
	cs->next = next;
	return RCL_KEEP;
}

/* What names the mutex is something else behind the section. */
static int walk(void)
{
	unsigned next = 2;

	while (next < 4) {
		void *held = NULL;

		struct walk_cs cs = { .next = next };
		rcl_mutex_t *mutex = bucket_trylock_mutex(next);
		int way = rcl_tryexec(mutex, walk_cs, &cs, sizeof(cs));

		held = way < 0 ? NULL : mutex;
		if (way == 0)
			next = cs.next;
		if (held)
			bucket_trylock_unlock(held);
		held = NULL;
	}
	return next;
}

struct both_locks_1_cs {  /* locks[0 & 3], in.c:100-104 */
	int by;           /* in */
};

static int both_locks_1_cs(void *ctx)
{
	struct both_locks_1_cs *cs = ctx;
	int by = cs->by;

	buckets[0] += by;
	return 0;
}

struct both_locks_2_cs {  /* locks[1 & 3], in.c:107-111 */
	int by;           /* in */
};

static int both_locks_2_cs(void *ctx)
{
	struct both_locks_2_cs *cs = ctx;
	int by = cs->by;

	buckets[1] += by;
	return 0;
}

/* Two of them in one block. */
static int both(int by)
{
	struct both_locks_1_cs cs = { .by = by };
	rcl_mutex_t *both_locks_1_mutex = bucket_trylock_mutex(0);
	int way = rcl_tryexec(both_locks_1_mutex, both_locks_1_cs, &cs, sizeof(cs));

	void *one = way < 0 ? NULL : both_locks_1_mutex;

	struct both_locks_2_cs locks_2_cs = { .by = by };
	rcl_mutex_t *both_locks_2_mutex = bucket_trylock_mutex(1);
	int locks_2_way = rcl_tryexec(both_locks_2_mutex, both_locks_2_cs,
			&locks_2_cs, sizeof(locks_2_cs));

	void *two = locks_2_way < 0 ? NULL : both_locks_2_mutex;
	return one != NULL && two != NULL && one != two;
}

struct or_else_cs {     /* locks[hash & 3], in.c:120-122 */
	unsigned hash;  /* in */
	int r;          /* out */
};

static int or_else_cs(void *ctx)
{
	struct or_else_cs *cs = ctx;
	unsigned hash = cs->hash;
	int r;

	r = ++buckets[hash & 3];
	cs->r = r;
	return 0;
}

static int or_else(unsigned hash)
{
	int r = 0;

	struct or_else_cs cs = { .hash = hash };
	int way = rcl_tryexec(bucket_try_mutex(hash), or_else_cs, &cs, sizeof(cs));

	if (way < 0)
	{
		busy++;
	}
	if (way == 0)
		r = cs.r;
	return r;
}

struct first_cs {   /* locks[i & 3], in.c:138-145 */
	int least;  /* in */
	int i;      /* in */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	int least = cs->least;
	int i = cs->i;

	if (buckets[i] < least) {
		busy++;
		return 1;
	}
	moved++;
	return RCL_KEEP;
}

/* A way out, and a rest that cannot be moved. */
static int first(int least)
{
	void *held = NULL;
	int i;

	for (i = 0; i < 4; i++) {
		struct first_cs cs = { .least = least, .i = i };
		rcl_mutex_t *mutex = bucket_trylock_mutex(i);
		int way = rcl_tryexec(mutex, first_cs, &cs, sizeof(cs));

		if ((held = (way < 0 ? NULL : mutex)) == NULL)
			continue;
		if (way == 1)
			continue;
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

struct begin_cs {       /* locks[hash & 3], in.c:197-201 */
	unsigned hash;  /* in */
};

static int begin_cs(void *ctx)
{
	struct begin_cs *cs = ctx;
	unsigned hash = cs->hash;

	buckets[hash & 3]++;
	return RCL_KEEP | 1;
}

/* For the caller to give back. */
static int begin(unsigned hash)
{
	int r;

	struct begin_cs cs = { .hash = hash };
	int way = rcl_tryexec(bucket_try_mutex(hash), begin_cs, &cs, sizeof(cs));

	r = way >= 0;
	if (!r)
		return EBUSY;
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

struct either_cs {      /* locks[hash & 3], in.c:238-246 */
	unsigned hash;  /* in */
	int by;         /* in */
};

static int either_cs(void *ctx)
{
	struct either_cs *cs = ctx;
	unsigned hash = cs->hash;
	int by = cs->by;

	if (by > 0) {
		buckets[hash & 3] += by;
		return 1;
	} else {
		buckets[hash & 3] = 0;
		return 2;
	}
}

/* Behind one way out comes more, though the section has no end of its own. */
static int either(unsigned hash, int by)
{
	struct either_cs cs = { .hash = hash, .by = by };
	int way = rcl_tryexec(bucket_try_mutex(hash), either_cs, &cs, sizeof(cs));

	if (way < 0)
		return -1;
	if (way == 2)
		return 0;
	return 1;
}

/* A wrapper that waits is no attempt. */
static int bucket_timedlock(unsigned hash, const struct timespec *until)
{
	return rcl_timedlock(&locks[hash & 3], until) == 0;
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
	rcl_mutex_t *lock = &locks[hash & 3];

	if (rcl_trylock(lock) != 0)
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
