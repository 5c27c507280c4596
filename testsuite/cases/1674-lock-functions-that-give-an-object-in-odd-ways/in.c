/* Lock functions that give objects back locked, of which something is odd. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MANY 6

struct node {
	struct node *next, *parent;
	int id, sum, dead;
	pthread_mutex_t lock;
};

static struct node nodes[MANY];
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int calls, total;

#define NODE_LOCK(n) pthread_mutex_lock(&(n)->lock)
#define FIND(n, i) do { (n) = (i) < MANY ? &nodes[i] : NULL; } while (0)

/* in one line */
static struct node *one(int i) { struct node *n = &nodes[i]; pthread_mutex_lock(&n->lock); return n; }

/* in the old style */
static struct node *old(i)
	int i;
{
	struct node *n;

	FIND(n, i);
	if (n == NULL) return NULL;
	pthread_mutex_lock(&n->lock); return n;
}

/* by a macro */
static struct node *by_macro(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n)
		NODE_LOCK(n);
	return n;
}

/* its caller has the table, and it gives that back */
static struct node *over(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	pthread_mutex_unlock(&table);
	if (n != NULL)
		pthread_mutex_lock(&n->lock);
	return n;
}

/* it locks another one */
static struct node *of_parent(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	pthread_mutex_lock(&n->parent->lock);
	return n;
}

/* one that is dead is not locked */
static struct node *living(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	if (n->dead)
		return n;
	pthread_mutex_lock(&n->lock);
	return n;
}

/* it says its name */
static struct node *named(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	calls += __func__[0] == 'n';
	if (n == NULL)
		return NULL;
	pthread_mutex_lock(&n->lock);
	return n;
}

/* it does something then */
static struct node *marked(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return NULL;
	pthread_mutex_lock(&n->lock);
	n->sum++;
	return n;
}

/* the table's section ends in the branch */
static struct node *in_tail(int i)
{
	pthread_mutex_lock(&table);
	for (struct node *n = nodes; n < nodes + MANY; n++) {
		total++;
		if (n->id == i) {
			pthread_mutex_unlock(&table);
			pthread_mutex_lock(&n->lock);
			return n;
		}
	}
	pthread_mutex_unlock(&table);
	return NULL;
}

static void counted_lock(pthread_mutex_t *lock, int by)
{
	pthread_mutex_lock(lock);
	total += by;
}

/* its lock call is given more */
static struct node *counted(int i)
{
	int total = 2 * i;
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n != NULL)
		counted_lock(&n->lock, total);
	return n;
}

/* it calls itself */
static struct node *deep(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;

	if (n == NULL)
		return i < 2 * MANY ? deep(i - MANY) : NULL;
	pthread_mutex_lock(&n->lock);
	return n;
}

static void *untyped(int i)
{
	struct node *n = i < MANY ? &nodes[i] : NULL;
	if (!n)
		goto none;
	pthread_mutex_lock(&n->lock);
	return n;
none:
	calls++;
	return 0;
}

#define PUT(n) pthread_mutex_unlock(&(n)->lock)

static int a(int i, int k) { struct node *n = one(i); n->sum += k; k = n->sum; PUT(n); return k; }

static int b(int i, int k)
{
	struct node *n = old(i);
	if (n == NULL) return -1;
	n->sum += k; k = n->sum; PUT(n);
	return k;
}

static int c(int i, int k)
{
	struct node *n;

	if ((n = by_macro(i)) != NULL) {
		n->sum += k;
		k = n->sum;
		PUT(n);
	}
	return k;
}

static int d(int i, int k)
{
	struct node *n;

	pthread_mutex_lock(&table);
	total += k;
	n = over(i);
	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int e(int i, int k)
{
	struct node *n = of_parent(i);

	if (n == NULL)
		return -1;
	n->parent->sum += k;
	k = n->parent->sum;
	PUT(n->parent);
	return k;
}

static int f(int i, int k)
{
	struct node *n = living(i);

	if (n == NULL || n->dead)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int g(int i, int k)
{
	struct node *n = named(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int h(int i, int k)
{
	struct node *n = marked(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int i_(int i, int k)
{
	struct node *n = in_tail(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int j(int i, int k)
{
	struct node *n = deep(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int l(int i, int k)
{
	struct node *n = untyped(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

static int s(int i, int k)
{
	struct node *n = counted(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

/* in the head of a loop, and two at once */
static int m(int k)
{
	struct node *n, *other;
	int i = 0;

	while ((n = by_macro(i++)) != NULL) {
		n->sum += k;
		PUT(n);
	}
	n = one(1);
	other = one(2);
	n->sum += other->sum;
	other->sum = k;
	PUT(other);
	k = n->sum;
	PUT(n);
	return k;
}

/* another object comes in its place, and what is locked is given back by it */
static int o(int i, int k)
{
	struct node *n = one(i), *locked = n;

	n->sum += k;
	n = &nodes[(i + 1) % MANY];
	n->id += 0;
	PUT(locked);
	return k;
}

/* it declares more, and an #if */
static int p(int i, int k)
{
	struct node *n = one(i);
#ifdef NDEBUG
	k++;
#endif
	int before = n->sum;

	n->sum += k;
	k = before;
	PUT(n);
	return k;
}

static void *work(void *arg)
{
	for (int k = 0; k < 20000; k++)
		i_(3, 1);
	return arg;
}

static int (*by_pointer)(int, int) = a;
static struct node *(*taking)(int) = one;

static int q(int i, int k)
{
	struct node *n = taking(i);

	n->sum += k;
	k = n->sum;
	PUT(n);
	return k;
}

/* under a condition */
static int r(int i, int k)
{
	struct node *n = NULL;

	if (k > 3)
		n = one(i);
	total += k;
	if (n != NULL)
		PUT(n);
	return k;
}

int main(void)
{
	pthread_t threads[4];
	int sum = 0;

	for (int i = 0; i < MANY; i++) {
		pthread_mutex_init(&nodes[i].lock, NULL);
		nodes[i].id = i;
		nodes[i].parent = &nodes[i / 2];
	}
	nodes[5].dead = 1;
	sum += a(1, 2) + b(2, 3) + b(9, 3) + c(3, 4) + c(9, 5) + d(4, 6) + d(9, 7) + e(5, 8) + e(9, 8) + f(4, 9) + f(5, 9);
	sum = sum * 3 + g(1, 2) + g(9, 3) + h(2, 4) + h(9, 5) + i_(3, 6) + i_(9, 7) + j(8, 8) + j(19, 9) + l(1, 10) + l(9, 11) + s(2, 3);
	sum = sum * 3 + m(3) + o(2, 4) + p(3, 5) + by_pointer(4, 6) + q(5, 7) + r(1, 2) + r(2, 9);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < MANY; i++)
		printf("%d ", nodes[i].sum);
	printf("%d %d %d\n", sum, calls, total);
	return 0;
}
