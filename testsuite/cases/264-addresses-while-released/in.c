#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct node {
	int size, time;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static struct node nodes[4];
static int found, asked;
static char name[8] = "abc";

static int ask(int n, struct node *into)
{
	asked++;
	into->size = n * 10;
	into->time = asked;
	return n > 2;
}

static void now(int *t)
{
	*t = asked + 1;
}

static void update(struct node *n, const struct node *with)
{
	*n = *with;
}

/* The address of what the section declares is used while the lock is released. */
static int refresh(int n)
{
	pthread_mutex_lock(&lock);
	struct node *node = &nodes[n];
	if (node->time == 0) {
		int t;

		now(&t);
		if (t > node->time) {
			struct node got;
			int err;
			pthread_mutex_unlock(&lock);
			err = ask(n, &got);
			pthread_mutex_lock(&lock);
			if (!err)
				update(node, &got);
			else
				node->time = t;
		}
	}
	found += node->size;
	pthread_mutex_unlock(&lock);
	return found;
}

/* An array, filled before and used behind. */
static size_t lengths(void)
{
	size_t all = 0;

	pthread_mutex_lock(&lock);
	if (found > 0) {
		char copy[16];	/* of the name */

		memcpy(copy, name, sizeof(copy) / 2);
		pthread_mutex_unlock(&lock);
		all += strlen(copy);
		copy[1] = '\0';
		pthread_mutex_lock(&lock);
		found += strlen(copy);
		all += found + sizeof(copy) + sizeof copy[0];
	}
	pthread_mutex_unlock(&lock);
	return all;
}

/* Used behind the section, which keeps its address. */
static int kept(int n)
{
	static struct node *last;
	int size;

	pthread_mutex_lock(&lock);
	struct node mine;
	mine.size = n;
	last = &mine;
	last->time = found;
	pthread_mutex_unlock(&lock);

	size = last->size + mine.time;
	last = NULL;
	return size;
}

/* Both sections have it. */
static int nested(int n)
{
	pthread_mutex_lock(&lock);
	found++;
	pthread_mutex_lock(&other);
	volatile int seen;
	seen = n + found;
	asked += seen;
	pthread_mutex_unlock(&other);
	found += seen & 1;
	pthread_mutex_unlock(&lock);
	return seen;
}

/* With a value, beside another one, and in a loop's head. */
static int valued(int n)
{
	pthread_mutex_lock(&lock);
	volatile int seen = n;
	found += seen;
	pthread_mutex_unlock(&lock);
	return seen;
}

static int beside(int n)
{
	pthread_mutex_lock(&lock);
	volatile int seen, more;
	seen = more = n;
	found += seen + more;
	pthread_mutex_unlock(&lock);
	return seen;
}

/* In a loop: each time anew. */
static int looped(int n)
{
	int all = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		struct node got;

		pthread_mutex_unlock(&lock);
		if (ask(i, &got)) {
			all += got.time;
			pthread_mutex_lock(&lock);
			continue;
		}
		pthread_mutex_lock(&lock);
		found += got.size;
	}
	pthread_mutex_unlock(&lock);
	return all;
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%d %zu %d %d %d %d\n", refresh(i), lengths(), kept(i), nested(i), valued(i), beside(i));
	for (int i = 0; i < 4; i++)
		printf("%d %d\n", refresh(i), looped(i));
	printf("%d %d\n", found, asked);
	return 0;
}
