#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct node {
	int value;
	struct node *next;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int values[8];

static void add(int *to, const int *from)
{
	*to += *from;
}

static void advance(struct node **at, int **row)
{
	*at = (*at)->next;
	*row += 2;
}

struct sum_cs {            /* lock, in.c:30-44 */
	struct node **at;  /* by reference */
	int **row;         /* by reference */
	int count;         /* in-out */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	struct node **at = cs->at;
	int **row = cs->row;
	int count = cs->count;

	if (*at)
		values[7] = (int)sizeof(*row);
	while (*at != NULL) {
		add(&(*at)->value, &(*row)[1]);
		add(&(*row)[0], &(*at)->value);
		(*row)++;
		**row += (*at)->value;
		--*row;
		(*row)[1] -= sizeof *row == sizeof(int *);
		count += **row * 2;
		count += (**row)++;
		advance(at, row);
	}
	cs->count = count;
	return 0;
}

/* at and row are pointers that are themselves passed by reference */
static int sum(struct node *first)
{
	struct node *at = first;
	int *row = values;
	int count = 0;

	struct sum_cs cs = { .at = &at, .row = &row, .count = count };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	count = cs.count;
	return count * 100 + (int)(row - values);
}

int main(void)
{
	struct node last = { 5, NULL }, middle = { 3, &last }, first = { 1, &middle };

	printf("%d", sum(&first));
	for (int i = 0; i < 8; i++)
		printf(" %d", values[i]);
	printf(" %d %d %d\n", first.value, middle.value, last.value);
	return 0;
}
