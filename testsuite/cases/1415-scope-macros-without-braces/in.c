/* Scope macros before a statement without braces. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t m;
	int n;
};

#define WITH(m) for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))
#define SYNCHRONIZED(m) \
	for (int i_ = (pthread_mutex_lock(m), 0); i_ < 1; i_++, pthread_mutex_unlock(m))
#define GUARDED(m) \
	for (pthread_mutex_t *held_ __attribute__((cleanup(give_it_back), unused)) = taken(m), *once_ = NULL; \
		once_ == NULL; once_ = (void *)1)
#define ADD(q, k) ((q)->n += (k))

static pthread_mutex_t *taken(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	return m;
}

static void give_it_back(pthread_mutex_t **m)
{
	pthread_mutex_unlock(*m);
}

static int plain(struct queue *q, int k)
{
	WITH(&q->m)
		/* as many as were asked for */
		q->n += k;
	WITH(&q->m) q->n++;	/* one more */
	SYNCHRONIZED(&q->m)
		if (q->n > k) {
			q->n -= 2;
		}
	SYNCHRONIZED(&q->m)
		if (q->n > k)
			q->n--;
		else
			q->n += 3;
	GUARDED(&q->m)
		for (int i = 0; i < k; i++)
			q->n += i;
	return k;
}

static int leaving(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < 4; i++) {
		WITH(&q->m)
			do {
				r += q->n++;
				if (r > 20)
					break;
			} while (r < k);
		GUARDED(&q->m)
			if (q->n == 30)
				return r;
		if (i == 2) {
			GUARDED(&q->m)
				r++; /* once */
		}
	}
	GUARDED(&q->m)
		return q->n + r;
}

/* One stays: its block begins with a macro. */
static void made(struct queue *q)
{
	WITH(&q->m)
		ADD(q, 3);
}

static void cast(struct queue *q)
{
	WITH(&q->m)
		(void)ADD(q, 4);
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3 };

	printf("%d %d\n", plain(&q, 4), q.n);
	printf("%d\n", leaving(&q, 5));
	made(&q);
	cast(&q);
	printf("%d\n", q.n);
	return 0;
}
