/* Lock functions that give an object, and check the call by which they take its mutex, by a macro, too. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <string.h>
#define MANY 6
struct node { int id, sum; pthread_mutex_t lock; };
static struct node nodes[MANY];

#define CHECKED(call) do { \
		int error_ = (call); \
		if (error_ != 0) \
			fprintf(stderr, "%s: %s\n", #call, strerror(error_)); \
	} while (0)
#define node_lock(n) CHECKED(pthread_mutex_lock(&(n)->lock))
#define node_unlock(n) CHECKED(pthread_mutex_unlock(&(n)->lock))

static struct node *find(int i) { return i < MANY ? &nodes[i] : NULL; }

static struct node *by_macro(int i)
{
	struct node *n = find(i);

	if (n)
		node_lock(n);
	return n;
}

static struct node *always(int i)
{
	struct node *n = find(i % MANY);

	node_lock(n);
	return n;
}

static struct node *checked(int i)
{
	struct node *n = find(i);

	if (n == NULL)
		return NULL;
	if (pthread_mutex_lock(&n->lock) != 0) {
		perror("pthread_mutex_lock");
		abort();
	}
	return n;
}

static struct node *asserted(int i)
{
	struct node *n = find(i);

	if (n != NULL) {
		int rc = pthread_mutex_lock(&n->lock);
		assert(rc == 0);
	}
	return n;
}

static struct node *failing(int i)
{
	struct node *n = find(i);

	if (n == NULL)
		return NULL;
	if (pthread_mutex_lock(&n->lock) != 0)
		return NULL;
	return n;
}

static int a(int i, int k)
{
	struct node *n = by_macro(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	node_unlock(n);
	return k;
}

static int b(int i, int k)
{
	struct node *n = always(i);

	n->sum += k;
	k = n->sum;
	node_unlock(n);
	return k;
}

static int c(int i, int k)
{
	struct node *n = checked(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	node_unlock(n);
	return k;
}

static int d(int i, int k)
{
	struct node *n = asserted(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	node_unlock(n);
	return k;
}

static int e(int i, int k)
{
	struct node *n = failing(i);

	if (n == NULL)
		return -1;
	n->sum += k;
	k = n->sum;
	node_unlock(n);
	return k;
}

static int hand_on(struct node *n) { if (n) node_unlock(n); return n != NULL; }

int main(void)
{
	int s = 0;

	for (int i = 0; i < MANY; i++) {
		pthread_mutex_init(&nodes[i].lock, NULL);
		nodes[i].id = i;
	}
	s = a(1, 2) + a(9, 2) * 3 + b(2, 3) * 5 + c(1, 4) * 7 + c(9, 5) * 11 + d(3, 6) * 13 + d(9, 7) * 17 + e(1, 8) * 19 + e(9, 9) * 23;
	s += hand_on(by_macro(1)) + hand_on(checked(1)) + hand_on(always(1)) + hand_on(failing(1)) + hand_on(asserted(9));
	printf("%d\n", s);
	return 0;
}
