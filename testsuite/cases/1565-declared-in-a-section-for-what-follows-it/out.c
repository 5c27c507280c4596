/* What a section only declares, for what follows it, its function has no use for: the client alone declares it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
	struct buffer *next;
	unsigned char *data;
	size_t size;
};

struct pool {
	rcl_mutex_t lock;
	struct buffer *first;
	int users;
};

static struct pool pool = { .lock = RCL_MUTEX_INITIALIZER(pool_lock) };
static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer), inner = RCL_MUTEX_INITIALIZER(inner);
static int total;

struct pop_cs {                /* pool.lock, in.c:25-28 */
	struct buffer *found;  /* out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct buffer *found = pool.first;
	pool.users++;
	cs->found = found;
	return RCL_KEEP;
}

static struct buffer *pop(size_t size)
{
	struct buffer *found;
	unsigned char *data;
	struct pop_cs cs;
	rcl_exec_anon(&pool.lock, pop_cs, &cs, sizeof(cs));
	found = cs.found;

	if (found) {
		pool.first = found->next;
		rcl_unlock(&pool.lock);
		data = found->data;
		if (found->size < size) {
			free(data);
			goto fresh;
		}
	} else {
		rcl_unlock(&pool.lock);
fresh:
		data = malloc(size);
		found = malloc(sizeof(*found));
		found->size = size;
		found->data = data;
	}
	return found;
}

struct push_cs {                /* pool.lock, in.c:51-57 */
	struct buffer *buffer;  /* in */
	int left;               /* out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct buffer *buffer = cs->buffer;
	int left; /* as many as there are */

	buffer->next = pool.first;
	pool.first = buffer;
	left = --pool.users;
	cs->left = left;
	return 0;
}

static void push(struct buffer *buffer)
{
	int left;
	struct push_cs cs = { .buffer = buffer };
	rcl_exec_anon(&pool.lock, push_cs, &cs, sizeof(cs));
	left = cs.left;
	if (left == 0)
		puts("none left");
}

/* inner, in.c:67-71 */
static int twice_inner_cs(void *ctx)
{
	total *= 2;
	return 0;
}

struct twice_outer_cs {  /* outer, in.c:65-73 */
	int n;           /* in */
};

static int twice_outer_cs(void *ctx)
{
	struct twice_outer_cs *cs = ctx;
	int n = cs->n;

	total += n;
	int a;
	long b;
	long c;

	rcl_exec_anon(&inner, twice_inner_cs, NULL, 0);
	total++;
	(void)a;
	(void)b;
	(void)c;
	return 0;
}

/* The outer section is the inner one's client. */
static int twice(int n)
{
	int a;
	long b;
	long c;
	struct twice_outer_cs cs = { .n = n };
	rcl_exec_anon(&outer, twice_outer_cs, &cs, sizeof(cs));
	a = n;
	b = c = a * 2;
	return (int)(b + c) + total;
}

struct checked_cs {  /* outer, in.c:83-95 */
	int n;       /* in */
	int found;   /* in-out */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;
	int found = cs->found;

	if (n > 2) {
		if (total > n) {
			total -= n;
			return 1;
		}
		found = total;
	}
	cs->found = found;
	return 0;
}

static int checked(int n)
{
	int found = 0;

	struct checked_cs cs = { .n = n, .found = found };
	if (rcl_exec_anon(&outer, checked_cs, &cs, sizeof(cs)) == 1) {
		int more;
		more = n;
		return more + 1;
	}
	found = cs.found;
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
