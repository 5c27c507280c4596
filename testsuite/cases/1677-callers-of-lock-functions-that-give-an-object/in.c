/* What callers do with an object that a lock function gives them: again with another one, in loops, overlapping. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define MANY 6
struct node { int id, sum; pthread_mutex_t lock; };
static struct node nodes[MANY];
static int total;
static struct node *get(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;
	if (n == NULL)
		return NULL;
	pthread_mutex_lock(&n->lock);
	return n;
}

static struct node *sure(int i)
{
	struct node *n = &nodes[i % MANY];
	pthread_mutex_lock(&n->lock);
	return n;
}

static void put(struct node *n) { pthread_mutex_unlock(&n->lock); }

static int a(int i, int k)
{
	struct node *n = sure(i);
	n->sum += k;
	put(n);
	n = sure(i + 1);
	n->sum -= k;
	k = n->sum;
	put(n);
	return k;
}

static int b(int i, int k)
{
	struct node *n;
	n = get(i);
	if (!n)
		return -1;
	n->sum += k;
	if (n->sum > 5) {
		put(n);
		n = get(i + 1);
		if (!n)
			return -2;
		n->sum++;
	}
	k = n->sum;
	put(n);
	return k;
}

static int c(int i, int k)
{
	struct node *n = sure(i);
	while (n->sum < 10) {
		n->sum += k;
		put(n);
		n = sure(++i);
	}
	k = n->sum;
	put(n);
	return k;
}

static int d(int i, int k)
{
	struct node *n = NULL;
	for (int j = 0; j < 3; j++) {
		n = get(i + j);
		if (n == NULL)
			break;
		n->sum += k;
		put(n);
	}
	return n != NULL;
}

static int e(int i, int k)
{
	struct node *n, *p = sure(0);
	p->sum++;
	if ((n = get(i)) == NULL) {
		put(p);
		return -1;
	}
	n->sum += p->sum;
	put(p);
	n->sum += k;
	k = n->sum;
	put(n);
	return k;
}

static int f(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL || k < 0)
		return -1;
	n->sum += k;
	put(n);
	return k;
}

static int g(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL)
		return -1;
	else
		n->sum += k;
	put(n);
	return k;
}

static int h(int i, int k)
{
	struct node *n;
retry:
	n = get(i);
	if (n == NULL) {
		if (i == 0)
			return -1;
		i = 0;
		goto retry;
	}
	n->sum += k;
	if (n->sum == 7) {
		put(n);
		i++;
		goto retry;
	}
	put(n);
	return n->id;
}

static int i_(int i, int k)
{
	struct node *n = get(i), **at = &n;
	if (n == NULL)
		return -1;
	(*at)->sum += k;
	*at = &nodes[0];
	nodes[i].sum++;
	put(&nodes[i]);
	return k;
}

static int j(int i, int k)
{
	struct node *n;
	if ((n = get(i)) != NULL && n->sum > 3) {
		n->sum += k;
		put(n);
	} else if (n != NULL) {
		put(n);
	}
	return k;
}

static int l(int i, int k)
{
	struct node *n = get(i);
	if (n == NULL)
		total++;
	if (n == NULL)
		return -1;
	n->sum += k;
	put(n);
	return k;
}

static int m(int i, int k)
{
	struct node *const n = get(i);
	if (n != NULL) {
		int before = n->sum;
		n->sum += k;
		k = before;
		put(n);
		return k;
	}
	return -1;
}

static int o(int i, int k)
{
	register struct node *n = sure(i); int before = n->sum;
	n->sum += k;
	put(n);
	return before;
}

int main(void)
{
	int s = 0;
	for (int i = 0; i < MANY; i++) { pthread_mutex_init(&nodes[i].lock, NULL); nodes[i].id = i; }
	s += a(1, 2) + b(1, 3) + b(1, 4) + b(9, 2) + b(5, 9) + c(0, 1) + d(4, 1) + d(0, 2) + e(2, 3) + e(9, 1);
	s = s * 3 + f(1, 2) + g(1, 2) + g(9, 2) + h(9, 3) + h(2, 1) + i_(3, 2) + j(4, 1) + l(9, 1) + l(3, 1) + m(2, 3) + o(3, 4);
	for (int i = 0; i < MANY; i++) printf("%d ", nodes[i].sum);
	printf("%d %d\n", s, total);
	return 0;
}
