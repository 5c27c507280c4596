/* A section in another one, with a variable that has the name of one which the outer section has by reference. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	rcl_cond_t more;
	int length;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), inner = RCL_MUTEX_INITIALIZER(inner);
static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), RCL_COND_INITIALIZER, 2 };
static int count, seen;
static void *words[4];

static void set(int *at)
{
	*at = 3;
}

struct another_type_inner_cs {  /* inner, in.c:30-33 */
	int *item;              /* in */
};

static int another_type_inner_cs(void *ctx)
{
	struct another_type_inner_cs *cs = ctx;
	int *item = cs->item;

	*item += 2;
	seen++;
	return 0;
}

struct another_type_m_cs {  /* m, in.c:25-35 */
	int n;              /* in */
	int *item;          /* by reference */
};

static int another_type_m_cs(void *ctx)
{
	struct another_type_m_cs *cs = ctx;
	int n = cs->n;
	int *item = cs->item;

	set(item);
	count += *item;
	if (n > 1) {
		int *item = &seen;
		struct another_type_inner_cs inner_cs = { .item = item };
		rcl_exec_anon(&inner, another_type_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	return 0;
}

static int another_type(int n)
{
	int item = n;

	struct another_type_m_cs cs = { .n = n, .item = &item };
	rcl_exec_anon(&m, another_type_m_cs, &cs, sizeof(cs));
	return n + item;
}

struct any_pointer_inner_cs {  /* inner, in.c:49-51 */
	void **item;           /* in */
};

static int any_pointer_inner_cs(void *ctx)
{
	struct any_pointer_inner_cs *cs = ctx;
	void **item = cs->item;

	seen += item[1] == &seen;
	return 0;
}

struct any_pointer_m_cs {  /* m, in.c:44-53 */
	int n;             /* in */
	void **item;       /* by reference */
	void **at;         /* in */
	void **four;       /* by reference */
};

static int any_pointer_m_cs(void *ctx)
{
	struct any_pointer_m_cs *cs = ctx;
	int n = cs->n;
	void **item = cs->item;
	void **at = cs->at;
	void **four = cs->four;

	*at = words;
	count += *item == &seen;
	if (n > 1) {
		void **item = four;
		struct any_pointer_inner_cs inner_cs = { .item = item };
		rcl_exec_anon(&inner, any_pointer_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	return 0;
}

static int any_pointer(int n)
{
	void *item = &seen, **at = &item;
	void *four[4] = { &count, &seen, &count, 0 };

	struct any_pointer_m_cs cs = { .n = n, .item = &item, .at = at, .four = four };
	rcl_exec_anon(&m, any_pointer_m_cs, &cs, sizeof(cs));
	return n + (item == words);
}

struct handed_out_inner_cs {  /* inner, in.c:67-69 */
	void **four;          /* by reference */
	void **item;          /* out */
};

static int handed_out_inner_cs(void *ctx)
{
	struct handed_out_inner_cs *cs = ctx;
	void **four = cs->four;
	void **item;

	item = four + seen % 2;
	cs->item = item;
	return 0;
}

struct handed_out_m_cs {  /* m, in.c:62-72 */
	int n;            /* in */
	void **item;      /* by reference */
	void **at;        /* in */
	void **four;      /* by reference */
};

static int handed_out_m_cs(void *ctx)
{
	struct handed_out_m_cs *cs = ctx;
	int n = cs->n;
	void **item = cs->item;
	void **at = cs->at;
	void **four = cs->four;

	*at = words;
	count += *item == &seen;
	if (n > 1) {
		void **item;
		struct handed_out_inner_cs inner_cs = { .four = four };
		rcl_exec_anon(&inner, handed_out_inner_cs, &inner_cs, sizeof(inner_cs));
		item = inner_cs.item;
		count += item[0] == &seen;
	}
	return 0;
}

static int handed_out(int n)
{
	void *item = &seen, **at = &item;
	void *four[4] = { &count, &seen, &count, 0 };

	struct handed_out_m_cs cs = { .n = n, .item = &item, .at = at, .four = four };
	rcl_exec_anon(&m, handed_out_m_cs, &cs, sizeof(cs));
	return n + (item == words);
}

struct awaited_cs {  /* queue.lock, in.c:80-89 */
	int n;       /* in */
	int *at;     /* by reference */
};

static int awaited_cs(void *ctx)
{
	struct awaited_cs *cs = ctx;
	int n = cs->n;
	int *at = cs->at;

	set(at);
	if (n > 1) {
		struct queue *at = &queue;
		count += at->length;
		while (at->length < 2)
			rcl_cond_wait(&at->more, &queue.lock);
		at->length++;
	}
	return 0;
}

static int awaited(int n)
{
	int at = n;

	struct awaited_cs cs = { .n = n, .at = &at };
	rcl_exec_blocking(&queue.lock, awaited_cs, &cs, sizeof(cs));
	return n + at;
}

struct the_same_inner_cs {  /* inner, in.c:101-103 */
	int *item;          /* by reference */
};

static int the_same_inner_cs(void *ctx)
{
	struct the_same_inner_cs *cs = ctx;
	int *item = cs->item;

	seen += *item;
	return 0;
}

struct the_same_m_cs {  /* m, in.c:97-105 */
	int n;          /* in */
	int *item;      /* by reference */
};

static int the_same_m_cs(void *ctx)
{
	struct the_same_m_cs *cs = ctx;
	int n = cs->n;
	int *item = cs->item;

	set(item);
	count += *item;
	if (n > 1) {
		struct the_same_inner_cs inner_cs = { .item = item };
		rcl_exec_anon(&inner, the_same_inner_cs, &inner_cs, sizeof(inner_cs));
	}
	return 0;
}

static int the_same(int n)
{
	int item = n;

	struct the_same_m_cs cs = { .n = n, .item = &item };
	rcl_exec_anon(&m, the_same_m_cs, &cs, sizeof(cs));
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
