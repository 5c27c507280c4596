/* A mutex that macros hand on in a list of arguments, by a macro that they paste together, as frr_with_mutex does. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define PASTE(a, b) PASTE_(a, b)
#define PASTE_(a, b) a##b
#define COUNT(...) COUNT_(0, ##__VA_ARGS__, 3, 2, 1, 0)
#define COUNT_(none, a, b, c, n, ...) n
#define REPEAT(name, ...) PASTE(REPEAT_, COUNT(__VA_ARGS__))(name, ##__VA_ARGS__)
#define REPEAT_1(name, a) name(a)
#define REPEAT_2(name, a, b) name(a) name(b)

struct queue {
	rcl_mutex_t mutex;
	int n;
};

static inline rcl_mutex_t *take(rcl_mutex_t *mutex)
{
	rcl_lock(mutex);
	return mutex;
}

static inline void give(rcl_mutex_t **mutex)
{
	if (!*mutex)
		return;
	rcl_unlock(*mutex);
	*mutex = NULL;
}

#define ONE_MORE(mutex) *PASTE(held_, __COUNTER__) __attribute__((unused, cleanup(give))) = take(mutex),
#define WITH_MUTEX(...) \
	for (rcl_mutex_t REPEAT(ONE_MORE, ##__VA_ARGS__) *once = NULL; once == NULL; once = (void *)1)
#define LOCK_ALL(...) do { REPEAT(LOCK_ONE, ##__VA_ARGS__) } while (0)
#define LOCK_ONE(m) rcl_lock(m);

struct add_cs {           /* q->mutex, in.c:40-45 */
	struct queue *q;  /* in */
	int by;           /* in */
	int result;       /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;
	int by = cs->by;

	if (by < 0)
		return 0;
	q->n += by;
	cs->result = q->n;
	return 2;
	return 0;
}

static int add(struct queue *q, int by)
{
	struct add_cs cs = { .q = q, .by = by };
	if (rcl_exec_anon(&q->mutex, add_cs, &cs, sizeof(cs)) == 2)
		return cs.result;
	return -1;
}

struct usual_cs {         /* q->mutex, in.c:51-54 */
	struct queue *q;  /* in */
	int by;           /* in-out */
};

static int usual_cs(void *ctx)
{
	struct usual_cs *cs = ctx;
	struct queue *q = cs->q;
	int by = cs->by;

	q->n += by;
	by = q->n;
	cs->by = by;
	return 0;
}

static int usual(struct queue *q, int by)
{
	struct usual_cs cs = { .q = q, .by = by };
	rcl_exec_anon(&q->mutex, usual_cs, &cs, sizeof(cs));
	by = cs.by;
	return by;
}

/* Both are held for the block: that is no section. */
static int both(struct queue *q, struct queue *other)
{
	WITH_MUTEX (&q->mutex, &other->mutex) {
		q->n += other->n;
	}
	return 0;
}

int main(void)
{
	struct queue one = { RCL_MUTEX_INITIALIZER(queue_mutex_main), 1 }, two = { RCL_MUTEX_INITIALIZER(queue_mutex_main_69), 2 };

	printf("%d %d\n", add(&one, 2), add(&two, -1));
	printf("%d %d %d\n", usual(&one, 3), both(&one, &two), one.n);
	return 0;
}
