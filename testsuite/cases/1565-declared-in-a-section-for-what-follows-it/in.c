/* What a section only declares, for what follows it, its function has no use for: the client alone declares it. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
	struct buffer *next;
	unsigned char *data;
	size_t size;
};

struct pool {
	pthread_mutex_t lock;
	struct buffer *first;
	int users;
};

static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int total;

static struct buffer *pop(size_t size)
{
	pthread_mutex_lock(&pool.lock);
	struct buffer *found = pool.first;
	pool.users++;
	unsigned char *data;

	if (found) {
		pool.first = found->next;
		pthread_mutex_unlock(&pool.lock);
		data = found->data;
		if (found->size < size) {
			free(data);
			goto fresh;
		}
	} else {
		pthread_mutex_unlock(&pool.lock);
fresh:
		data = malloc(size);
		found = malloc(sizeof(*found));
		found->size = size;
		found->data = data;
	}
	return found;
}

static void push(struct buffer *buffer)
{
	pthread_mutex_lock(&pool.lock);
	int left; /* as many as there are */

	buffer->next = pool.first;
	pool.first = buffer;
	left = --pool.users;
	pthread_mutex_unlock(&pool.lock);
	if (left == 0)
		puts("none left");
}

/* The outer section is the inner one's client. */
static int twice(int n)
{
	pthread_mutex_lock(&outer);
	total += n;
	pthread_mutex_lock(&inner);
	int a;
	long b, c;
	total *= 2;
	pthread_mutex_unlock(&inner);
	total++;
	pthread_mutex_unlock(&outer);
	a = n;
	b = c = a * 2;
	return (int)(b + c) + total;
}

static int checked(int n)
{
	int found = 0;

	pthread_mutex_lock(&outer);
	if (n > 2) {
		int more;

		if (total > n) {
			total -= n;
			pthread_mutex_unlock(&outer);
			more = n;
			return more + 1;
		}
		found = total;
	}
	pthread_mutex_unlock(&outer);
	return found;
}

int main(void)
{
	struct buffer *one = pop(40), *two;

	push(one);
	two = pop(60);
	printf("%d %zu %d\n", one == two, two->size, pool.users);
	push(two);
	free(two->data);
	free(two);
	printf("%d\n", twice(3));
	printf("%d %d\n", checked(5), checked(1));
	return 0;
}
