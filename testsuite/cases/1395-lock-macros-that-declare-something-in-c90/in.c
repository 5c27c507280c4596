/* Lock macros with a declaration, where none may follow a statement. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t m;
	int n;
};

#define ENTER(m) int state_ = 0; pthread_mutex_lock(m)
#define LEAVE(m) pthread_mutex_unlock(m); (void)state_
#define DISABLE_LOCK(q) int cancel_; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_); pthread_mutex_lock(&(q)->m)
#define UNLOCK_ENABLE(q) pthread_mutex_unlock(&(q)->m); pthread_setcancelstate(cancel_, NULL)

static int plain(struct queue *q)
{
	int r;
	ENTER(&q->m);
	r = q->n++;
	LEAVE(&q->m);
	return r;
}

static int early(struct queue *q, int k)
{
	DISABLE_LOCK(q);
	q->n += k;
	if (k == 2) {
		int r = q->n;
		UNLOCK_ENABLE(q);
		return r;
	}
	UNLOCK_ENABLE(q);
	{
		int cancel_ = 5;
		q->n += cancel_;
		{
			DISABLE_LOCK(q);
			q->n++;
			UNLOCK_ENABLE(q);
		}
	}
	return q->n;
}

int main(void)
{
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, 3 };

	printf("%d\n", plain(&q));
	printf("%d %d\n", early(&q, 1), early(&q, 2));
	return 0;
}
