#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TRUE 1
#define FALSE 0
#define UNLOCK_ON_CANCEL(m) pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, m)

struct q { pthread_mutex_t m; struct q *next; int n; };
static struct q a = { .m = PTHREAD_MUTEX_INITIALIZER, .next = NULL }, b = { .m = PTHREAD_MUTEX_INITIALIZER, .next = &a };

/* One in the other, registered by a macro; the argument of pop is a macro, too. */
static int both(struct q *x, struct q *y)
{
	int n;

	UNLOCK_ON_CANCEL(&x->m);
	pthread_mutex_lock(&x->m);
	x->n++;
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &y->m);
	pthread_mutex_lock(&y->m);
	n = y->n++;
	pthread_cleanup_pop(TRUE);
	n += x->n;
	pthread_cleanup_pop(TRUE);
	return n;
}

/* The pointer moves on before the release; pop releases what push was given. */
static int moved(struct q *x)
{
	int n;

	pthread_mutex_lock(&x->m);
	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &x->m);
	x->n++;
	n = x->n;
	x = x->next;
	if (x)
		n += 100;
	pthread_cleanup_pop(1);
	return n;
}

static int again(struct q *x)
{
	int n = 0;

	pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &x->m);
	do {
		pthread_mutex_lock(&x->m);
		n++;
		if (x->n > 10)
			break;
		x->n++;
		pthread_mutex_unlock(&x->m);
	} while (n < 20);
	if (n == 20)
		pthread_mutex_lock(&x->m);
	pthread_cleanup_pop(TRUE);
	return n;
}

static void done(void *arg)
{
	struct q *q = arg;
	q->n--;
	pthread_mutex_unlock(&q->m);
}

static int counted(struct q *x)
{
	int n;

	pthread_mutex_lock(&x->m);
	x->n++;
	pthread_cleanup_push(done, x);
	n = x->n;
	pthread_cleanup_pop(1);
	return n;
}

static int loops(struct q *x)
{
	int n = 0;

	for (int i = 0; i < 4; i++) {
		pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &x->m);
		pthread_mutex_lock(&x->m);
		switch (x->n++ & 1) {
		case 0:
			n++;
			break;
		default:
			n += 2;
		}
		pthread_cleanup_pop(1);
		if (n > 5)
			continue;
		n++;
	}
	return n;
}

int main(void)
{
	printf("%d %d %d\n", both(&a, &b), both(&b, &a), moved(&a));
	printf("%d %d %d\n", moved(&b), again(&a), counted(&b));
	printf("%d\n", loops(&a));
	return 0;
}
