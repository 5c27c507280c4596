#include <pthread.h>
#include <stdio.h>

#define LOCKS

struct list {
	int n, *tab;
	pthread_mutex_t lock;
};

static int add(struct list *l, int more)
{
	int n;

#ifdef LOCKS
	pthread_mutex_lock(&l->lock);           /* Lock list */
#endif /* LOCKS */
	n = l->n;
	l->n = n + more;
#ifdef LOCKS
	pthread_mutex_unlock(&l->lock);         /* Unlock list */
#endif /* LOCKS */
	return n;
}

static int full(struct list *l)
{
#ifdef LOCKS
	pthread_mutex_lock(&l->lock);           // from here on
#endif
	if (l->n == 3) {
#ifdef LOCKS
		pthread_mutex_unlock(&l->lock);
#endif
		return 1;
	}
	l->n++;
#ifdef LOCKS
	pthread_mutex_unlock(&l->lock);         // up to here
#endif
	return 0;
}

static int counted(struct list *l)
{
	int n;

#ifdef LOCKS
	pthread_mutex_lock(&l->lock);           /* lock */ l->n++; /* and count */
#endif
	n = l->n;
#ifdef LOCKS
	pthread_mutex_unlock(&l->lock);         /* unlock */
#endif
	return n;
}

int main(void)
{
	struct list l = { 0, NULL, PTHREAD_MUTEX_INITIALIZER };

	printf("%d ", add(&l, 2));
	printf("%d ", full(&l));
	printf("%d %d\n", full(&l), counted(&l));
	return 0;
}
