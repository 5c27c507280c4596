/* Lock functions that ask for what only they know, which is said behind their callers, or in another file. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t lock;
	int rank;
};

static struct mutex shared = { RCL_MUTEX_INITIALIZER(mutex_lock_in), 1 };
static struct mutex spare = { RCL_MUTEX_INITIALIZER(mutex_lock_in_11), 2 };
static struct mutex *current = &shared;
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int count, sum;

void start_threads(void);
void mutexLock(struct mutex *m);
int mutexLockNeeded(struct mutex *m);
rcl_mutex_t *mutexMutex(struct mutex *m);
void mutexUnlock(struct mutex *m);
static int lock_all_needed(void);
static int lock_masked_needed(void);
static int lock_hooked_needed(rcl_mutex_t *m);
static int lock_unless_alone_needed(void);

struct set_cs {   /* shared.lock, in.c:32-35 */
	int n;    /* in */
	int old;  /* out */
};

static int set_cs(void *ctx)
{
	struct set_cs *cs = ctx;
	int n = cs->n;
	int old;

	old = count;
	count = n;
	cs->old = old;
	return 0;
}

static int set(int n)
{
	int old;

	struct set_cs cs = { .n = n };
	if (mutexLockNeeded(&shared))
		rcl_exec_anon(mutexMutex(&shared), set_cs, &cs, sizeof(cs));
	else
		set_cs(&cs);
	old = cs.old;
	return old;
}

struct get_cs {  /* current->lock, in.c:41-48 */
	int n;   /* in-out */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int n = cs->n;

	if (n > 3) {
		count++;
		cs->n = n;
		return 1;
	}
	n = count;
	cs->n = n;
	return 0;
}

static int get(int n)
{
	struct get_cs cs = { .n = n };
	int way = mutexLockNeeded(current)
			? rcl_exec_anon(mutexMutex(current), get_cs, &cs, sizeof(cs))
			: get_cs(&cs);

	if (way == 1) {
		n = cs.n;
		return n;
	}
	n = cs.n;
	return n;
}

struct add_cs {  /* m->lock, in.c:55-57 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

/* of one that may be none */
static void add(struct mutex *m, int n)
{
	struct add_cs cs = { .n = n };
	if (mutexLockNeeded(m))
		rcl_exec_anon(mutexMutex(m), add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

struct both_spare_cs {  /* spare.lock, in.c:63-65 */
	int n;          /* in */
};

static int both_spare_cs(void *ctx)
{
	struct both_spare_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct both_shared_cs {  /* shared.lock, in.c:62-67 */
	int n;           /* in */
};

static int both_shared_cs(void *ctx)
{
	struct both_shared_cs *cs = ctx;
	int n = cs->n;
	struct both_spare_cs spare_cs = { .n = n };
	if (mutexLockNeeded(&spare))
		rcl_exec_anon(mutexMutex(&spare), both_spare_cs, &spare_cs, sizeof(spare_cs));
	else
		both_spare_cs(&spare_cs);
	sum += n;
	return 0;
}

static void both(int n)
{
	struct both_shared_cs cs = { .n = n };
	if (mutexLockNeeded(&shared))
		rcl_exec_anon(mutexMutex(&shared), both_shared_cs, &cs, sizeof(cs));
	else
		both_shared_cs(&cs);
}

struct all_cs {  /* shared.lock, in.c:72-75 */
	int n;   /* in-out */
};

static int all_cs(void *ctx)
{
	struct all_cs *cs = ctx;
	int n = cs->n;

	sum -= n;
	n = sum;
	cs->n = n;
	return 0;
}

static int all(int n)
{
	struct all_cs cs = { .n = n };
	if (lock_all_needed())
		rcl_exec_anon(&shared.lock, all_cs, &cs, sizeof(cs));
	else
		all_cs(&cs);
	n = cs.n;
	return n;
}

struct masked_cs {  /* spare.lock, in.c:81-84 */
	int n;      /* in-out */
};

static int masked_cs(void *ctx)
{
	struct masked_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	n = sum;
	cs->n = n;
	return 0;
}

static int masked(int n)
{
	struct masked_cs cs = { .n = n };
	if (lock_masked_needed())
		rcl_exec_anon(&spare.lock, masked_cs, &cs, sizeof(cs));
	else
		masked_cs(&cs);
	n = cs.n;
	return n;
}

struct hooked_cs {  /* spare.lock, in.c:90-93 */
	int n;      /* in-out */
};

static int hooked_cs(void *ctx)
{
	struct hooked_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	n = sum;
	cs->n = n;
	return 0;
}

static int hooked(int n)
{
	struct hooked_cs cs = { .n = n };
	if (lock_hooked_needed(&spare.lock))
		rcl_exec_anon(&spare.lock, hooked_cs, &cs, sizeof(cs));
	else
		hooked_cs(&cs);
	n = cs.n;
	return n;
}

struct alone_cs {  /* spare.lock, in.c:99-102 */
	int n;     /* in-out */
};

static int alone_cs(void *ctx)
{
	struct alone_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	n = sum;
	cs->n = n;
	return 0;
}

static int alone(int n)
{
	struct alone_cs cs = { .n = n };
	if (lock_unless_alone_needed())
		rcl_exec_anon(&spare.lock, alone_cs, &cs, sizeof(cs));
	else
		alone_cs(&cs);
	n = cs.n;
	return n;
}

struct starting_cs {  /* shared.lock, in.c:109-111 */
	int n;        /* in */
};

static int starting_cs(void *ctx)
{
	struct starting_cs *cs = ctx;
	int n = cs->n;

	count += n;
	start_threads();
	return RCL_KEEP;
}

/* the answer may change before the release */
static void starting(int n)
{
	struct starting_cs cs = { .n = n };
	if (mutexLockNeeded(&shared))
		rcl_exec_anon(mutexMutex(&shared), starting_cs, &cs, sizeof(cs));
	else
		starting_cs(&cs);
	mutexUnlock(&shared);
}

struct waiting_cs {  /* shared.lock, in.c:118-122 */
	int n;       /* in */
};

static int waiting_cs(void *ctx)
{
	struct waiting_cs *cs = ctx;
	int n = cs->n;

	while (count > 1000)
		rcl_cond_wait(&changed, &shared.lock);
	count += n;
	return 0;
}

/* it waits, and without the lock there is nothing to wait for */
static void waiting(int n)
{
	struct waiting_cs cs = { .n = n };
	if (mutexLockNeeded(&shared))
		rcl_exec_blocking(mutexMutex(&shared), waiting_cs, &cs, sizeof(cs));
	else
		waiting_cs(&cs);
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

int mutexLockNeeded(struct mutex *m)
{
	return m != NULL && threaded != 0;
}

rcl_mutex_t *mutexMutex(struct mutex *m)
{
	return &m->lock;
}

/* NULL is no mutex, and one thread needs none */
void mutexLock(struct mutex *m)
{
	if (m == NULL)
		return;
	if (threaded != 0)
		rcl_lock(&m->lock);
}

void mutexUnlock(struct mutex *m)
{
	if (m == NULL)
		return;
	if (threaded != 0)
		rcl_unlock(&m->lock);
}

static int several(void)
{
	return threaded;
}

static int lock_all_needed(void)
{
	return several() != 0;
}

static int lock_masked_needed(void)
{
	return (features & (1UL << 40)) != 0;
}

static int lock_hooked_needed(rcl_mutex_t *m)
{
	return m && hook;
}

static int lock_unless_alone_needed(void)
{
	return !single;
}

