/* A mutex that macros hand on in a list of arguments, by a macro that they paste together, as frr_with_mutex does. */
#include <pthread.h>
#include <stdio.h>

#define PASTE(a, b) PASTE_(a, b)
#define PASTE_(a, b) a##b
#define COUNT(...) COUNT_(0, ##__VA_ARGS__, 3, 2, 1, 0)
#define COUNT_(none, a, b, c, n, ...) n
#define REPEAT(name, ...) PASTE(REPEAT_, COUNT(__VA_ARGS__))(name, ##__VA_ARGS__)
#define REPEAT_1(name, a) name(a)
#define REPEAT_2(name, a, b) name(a) name(b)

struct queue {
	pthread_mutex_t mutex;
	int n;
};

static inline pthread_mutex_t *take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static inline void give(pthread_mutex_t **mutex)
{
	if (!*mutex)
		return;
	pthread_mutex_unlock(*mutex);
	*mutex = NULL;
}

#define ONE_MORE(mutex) *PASTE(held_, __COUNTER__) __attribute__((unused, cleanup(give))) = take(mutex),
#define WITH_MUTEX(...) \
	for (pthread_mutex_t REPEAT(ONE_MORE, ##__VA_ARGS__) *once = NULL; once == NULL; once = (void *)1)
#define LOCK_ALL(...) do { REPEAT(LOCK_ONE, ##__VA_ARGS__) } while (0)
#define LOCK_ONE(m) pthread_mutex_lock(m);

static int add(struct queue *q, int by)
{
	WITH_MUTEX (&q->mutex) {
		if (by < 0)
			break;
		q->n += by;
		return q->n;
	}
	return -1;
}

static int usual(struct queue *q, int by)
{
	LOCK_ALL(&q->mutex);
	q->n += by;
	by = q->n;
	pthread_mutex_unlock(&q->mutex);
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
	struct queue one = { PTHREAD_MUTEX_INITIALIZER, 1 }, two = { PTHREAD_MUTEX_INITIALIZER, 2 };

	printf("%d %d\n", add(&one, 2), add(&two, -1));
	printf("%d %d %d\n", usual(&one, 3), both(&one, &two), one.n);
	return 0;
}
