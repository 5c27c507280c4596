/* Lock guards whose mutex is found, or named, in ways that may come to another one. */
#include <pthread.h>
#include <stdio.h>

struct mtx {
	pthread_mutex_t lock;
	struct mtx *next;
};

struct guard {
	struct mtx *mtx;
	struct mtx *former;
};

struct guard guard_take(struct mtx *m);
struct guard guard_take_numbered(struct mtx *m, int number);
struct guard guard_take_first(struct mtx *m);
struct guard guard_take_next(struct mtx *m);
struct guard guard_take_if(struct mtx *m);
struct guard guard_take_swapped(struct mtx *m);
struct guard guard_take_set(struct mtx *m);
void guard_release(struct guard *g);
void guard_release_former(struct guard *g);
void guard_release_first(struct guard *g);
void guard_release_any(struct guard *g);

#define GUARD __attribute__((cleanup(guard_release))) struct guard
#define WITH(taken) \
	for (GUARD with_ = taken; with_.mtx; with_.mtx = (guard_release(&with_), NULL))

static struct mtx ms[3] = {
	{ PTHREAD_MUTEX_INITIALIZER, &ms[1] }, { PTHREAD_MUTEX_INITIALIZER, &ms[2] }, { PTHREAD_MUTEX_INITIALIZER, &ms[0] }
};
static int count, given;

static struct mtx *pick(void)
{
	return &ms[given++ % 2];
}

/* The argument means another mutex at the end. */
static int walks(struct mtx *m)
{
	GUARD lock = guard_take(m);

	count++;
	m = m->next;
	return m == &ms[2];
}

static int indexed(int i)
{
	WITH(guard_take(&ms[i])) {
		i = (i + 1) % 3;
		count += i;
	}
	return count;
}

/* What is called for an argument is called once. */
static int picked(void)
{
	GUARD lock = guard_take(pick());

	return ++count;
}

static int numbered(void)
{
	GUARD lock = guard_take_numbered(&ms[1], ++given);

	return ++count;
}

/* What is locked is not what is held. */
static int first(void)
{
	__attribute__((cleanup(guard_release_first))) struct guard lock = guard_take_first(&ms[1]);

	return ++count;
}

static int next(void)
{
	GUARD lock = guard_take_next(&ms[1]);

	return ++count;
}

/* Of two fields one is taken, and the other, or both, given back. */
static int former(void)
{
	__attribute__((cleanup(guard_release_former))) struct guard lock = guard_take_swapped(&ms[1]);

	return ++count;
}

static int swapped(void)
{
	GUARD lock = guard_take_swapped(&ms[1]);

	return ++count + (pthread_mutex_trylock(&ms[0].lock) == 0 && pthread_mutex_unlock(&ms[0].lock) == 0);
}

static int any(void)
{
	__attribute__((cleanup(guard_release_any))) struct guard lock = guard_take(&ms[1]);

	return ++count;
}

static int set(void)
{
	GUARD lock = guard_take_set(&ms[1]);

	return ++count;
}

/* The address of a variable is there, but not what is behind it. */
static int with_if(void)
{
	WITH(guard_take_if(&ms[1])) {
		count++;
	}
	return count;
}

static int without_braces(int n)
{
	WITH(guard_take(&ms[0]))
		for (int i = 0; i < n; i++)
			count += i;
	return count;
}

static int nested(int n)
{
	WITH(guard_take(&ms[1])) {
		WITH(guard_take(&ms[2])) {
			if (n == 2)
				break;
			count++;
		}
		count += 2;
		if (n == 3)
			return -count;
	}
	return count;
}

/* A loop that asks for more, and one that counts, too. */
static int asks(int n)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx && n > 0; guard_release(&lock))
		count++;
	return count;
}

static int counts(int n)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx; n++, guard_release(&lock))
		count++;
	return count + n;
}

/* One that stays locked, as nothing gives it back. */
static int lost(void)
{
	for (GUARD lock = guard_take(&ms[0]); lock.mtx; lock.mtx = NULL)
		count++;
	return pthread_mutex_trylock(&ms[0].lock) != 0 && pthread_mutex_unlock(&ms[0].lock) == 0;
}

int main(void)
{
	printf("%d %d ", walks(&ms[0]), walks(&ms[1]));
	printf("%d ", indexed(0));
	printf("%d ", indexed(2));
	printf("%d ", picked());
	printf("%d ", picked());
	printf("%d %d\n", numbered(), given);
	printf("%d ", first());
	printf("%d ", next());
	printf("%d ", former());
	printf("%d ", swapped());
	printf("%d ", any());
	printf("%d\n", set());
	printf("%d ", with_if());
	printf("%d ", without_braces(3));
	printf("%d ", nested(2));
	printf("%d ", nested(3));
	printf("%d ", asks(1));
	printf("%d ", asks(0));
	printf("%d ", counts(1));
	printf("%d\n", lost());
	for (int i = 0; i < 3; i++)
		printf("%d ", pthread_mutex_trylock(&ms[i].lock));
	printf("\n");
	return 0;
}

struct guard guard_take(struct mtx *m)
{
	struct guard g = { m, NULL };

	pthread_mutex_lock(&g.mtx->lock);
	return g;
}

struct guard guard_take_numbered(struct mtx *m, int number)
{
	(void)number;
	pthread_mutex_lock(&m->lock);
	return (struct guard){ .mtx = m };
}

struct guard guard_take_first(struct mtx *m)
{
	pthread_mutex_lock(&ms[0].lock);
	return (struct guard){ .mtx = m };
}

struct guard guard_take_next(struct mtx *m)
{
	pthread_mutex_lock(&m->next->lock);
	return (struct guard){ m->next, m };
}

struct guard guard_take_if(struct mtx *m)
{
	struct guard g = { m, NULL };

	if (m->next)
		pthread_mutex_lock(&m->lock);
	else
		g.mtx = NULL;
	return g;
}

struct guard guard_take_swapped(struct mtx *m)
{
	struct guard g = { .former = m, .mtx = &ms[0] };

	pthread_mutex_lock(&m->lock);
	g.mtx = m;
	return g;
}

struct guard guard_take_set(struct mtx *m)
{
	struct guard g;

	g.former = NULL;
	g.mtx = m;
	pthread_mutex_lock(&g.mtx->lock);
	return g;
}

void guard_release(struct guard *g)
{
	if (g->mtx)
		pthread_mutex_unlock(&g->mtx->lock);
	g->mtx = NULL;
}

void guard_release_former(struct guard *g)
{
	if (g->former)
		pthread_mutex_unlock(&g->former->lock);
}

void guard_release_first(struct guard *g)
{
	if (g->mtx)
		pthread_mutex_unlock(&ms[0].lock);
}

void guard_release_any(struct guard *g)
{
	struct mtx *held = g->mtx ? g->mtx : g->former;

	if (held)
		pthread_mutex_unlock(&held->lock);
}
