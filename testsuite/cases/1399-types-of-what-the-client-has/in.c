/* Sections that ask for the type of a variable of their function's. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct node {
	struct node *next;
	int n;
};

struct queue {
	pthread_mutex_t m;
	struct node *head;
	int n;
};

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
#define FOR_EACH(p, head) for (__typeof__(head) p = (head); p; p = p->next)

/* of one that it has a copy of, of one that it sets, */
static int plain(struct queue *q, int k)
{
	int r;

	pthread_mutex_lock(&q->m);
	__typeof__(k) twice = k * 2;
	__typeof__(r) three = twice + k;
	q->n += three;
	r = MAX(q->n, k);
	pthread_mutex_unlock(&q->m);
	return r;
}

/* of one by its address, */
static long by_address(struct queue *q)
{
	long sum = 3, *at = &sum;

	pthread_mutex_lock(&q->m);
	*at += q->n;
	__typeof__(sum) was = sum;
	q->n = (int)was;
	SWAP(sum, was);
	pthread_mutex_unlock(&q->m);
	return sum + *at;
}

/* of arrays and structures, */
static int arrays(struct queue *q)
{
	char text[8] = "abc";
	struct node node = { NULL, 4 };

	pthread_mutex_lock(&q->m);
	__typeof__(text) copy;
	__typeof__(node) other = node;
	memcpy(copy, text, sizeof(copy));
	other.n += copy[1] + (int)sizeof(copy);
	q->n += other.n;
	pthread_mutex_unlock(&q->m);
	return q->n;
}

/* of one that it does nothing else with, */
static int only_type(struct queue *q, short s)
{
	int r;

	pthread_mutex_lock(&q->m);
	__typeof__(s) big = (__typeof__(s))(70000 + q->n);
	r = big;
	pthread_mutex_unlock(&q->m);
	return r + s;
}

/* and of a list's. */
static int listed(struct queue *q)
{
	struct node *head;
	int r = 0;

	pthread_mutex_lock(&q->m);
	head = q->head;
	FOR_EACH(p, head)
		r += p->n;
	pthread_mutex_unlock(&q->m);
	return r;
}

/* of one that it declares, and hands out by its address, and of one that another one hides. */
static void add(int *x)
{
	*x += 1;
}

static int declared(struct queue *q)
{
	int *at;

	pthread_mutex_lock(&q->m);
	int here = q->n;
	__typeof__(here) more = here + 1;
	at = &here;
	add(&here);
	q->n += more;
	pthread_mutex_unlock(&q->m);
	add(at);
	return here;
}

static long hidden(struct queue *q, long k)
{
	long r = 0;

	pthread_mutex_lock(&q->m);
	__typeof__(k) big = 70000;
	big *= big;
	for (short k = 0; k < 3; k++) {
		__typeof__(k) small = (__typeof__(k))(70000 + k);
		r += small;
	}
	q->n++;
	pthread_mutex_unlock(&q->m);
	return r + big;
}

static long both(struct queue *q, const long k)
{
	long r = 0;

	for (char r = 0; r < 2; r++)
		q->n += r;
	pthread_mutex_lock(&q->m);
	__typeof__(k) big = 70000 + k;
	__typeof__(r) sum = big * big;
	for (short k = 0; k < 3; k++) {
		__typeof__(k) small = (__typeof__(k))(70000 + k);
		sum += small;
	}
	q->n++;
	r = sum;
	pthread_mutex_unlock(&q->m);
	return r;
}

int main(void)
{
	struct node two = { NULL, 5 }, one = { &two, 6 };
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, &one, 3 };

	printf("%d %d\n", plain(&q, 3), plain(&q, 1));
	printf("%ld\n", by_address(&q));
	printf("%d %d %d\n", arrays(&q), only_type(&q, 2), listed(&q));
	printf("%d %ld %ld\n", declared(&q), hidden(&q, 2), both(&q, 3));
	return 0;
}
