/* A section in another one, with a variable that has the name of one which the outer section has by reference. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t more;
	int length;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 2 };
static int count, seen;
static void *words[4];

static void set(int *at)
{
	*at = 3;
}

static int another_type(int n)
{
	int item = n;

	pthread_mutex_lock(&m);
	set(&item);
	count += item;
	if (n > 1) {
		int *item = &seen;
		pthread_mutex_lock(&inner);
		*item += 2;
		seen++;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&m);
	return n + item;
}

static int any_pointer(int n)
{
	void *item = &seen, **at = &item;
	void *four[4] = { &count, &seen, &count, 0 };

	pthread_mutex_lock(&m);
	*at = words;
	count += item == &seen;
	if (n > 1) {
		void **item = four;
		pthread_mutex_lock(&inner);
		seen += item[1] == &seen;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&m);
	return n + (item == words);
}

static int handed_out(int n)
{
	void *item = &seen, **at = &item;
	void *four[4] = { &count, &seen, &count, 0 };

	pthread_mutex_lock(&m);
	*at = words;
	count += item == &seen;
	if (n > 1) {
		void **item;
		pthread_mutex_lock(&inner);
		item = four + seen % 2;
		pthread_mutex_unlock(&inner);
		count += item[0] == &seen;
	}
	pthread_mutex_unlock(&m);
	return n + (item == words);
}

static int awaited(int n)
{
	int at = n;

	pthread_mutex_lock(&queue.lock);
	set(&at);
	if (n > 1) {
		struct queue *at = &queue;
		count += at->length;
		while (at->length < 2)
			pthread_cond_wait(&at->more, &queue.lock);
		at->length++;
	}
	pthread_mutex_unlock(&queue.lock);
	return n + at;
}

static int the_same(int n)
{
	int item = n;

	pthread_mutex_lock(&m);
	set(&item);
	count += item;
	if (n > 1) {
		pthread_mutex_lock(&inner);
		seen += item;
		pthread_mutex_unlock(&inner);
	}
	pthread_mutex_unlock(&m);
	return n + item;
}

int main(void)
{
	printf("%d %d\n", another_type(1), another_type(2));
	printf("%d %d\n", any_pointer(1), any_pointer(2));
	printf("%d %d\n", handed_out(1), handed_out(2));
	printf("%d %d\n", awaited(1), awaited(2));
	printf("%d %d\n", the_same(1), the_same(2));
	printf("%d %d\n", count, seen);
	return 0;
}
