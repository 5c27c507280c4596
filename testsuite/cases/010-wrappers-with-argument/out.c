#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define STRIPES 4

struct table {
	rcl_mutex_t locks[STRIPES];
	int cells[STRIPES];
};

static struct table table;

void cell_lock(unsigned int hash);
rcl_mutex_t *cell_mutex(unsigned int hash);
void cell_unlock(unsigned int hash);

rcl_mutex_t *cell_mutex(unsigned int hash)
{
	return &table.locks[hash % STRIPES];
}

/* The lock of a cell. */
void cell_lock(unsigned int hash)
{
	rcl_lock(&table.locks[hash % STRIPES]);
}

void cell_unlock(unsigned int hash)
{
	rcl_unlock(&table.locks[hash % STRIPES]);
}

struct add_cs {             /* table.locks[hash % 4], in.c:31-34 */
	unsigned int hash;  /* in */
	int n;              /* in */
	int sum;            /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	unsigned int hash = cs->hash;
	int n = cs->n;
	int sum;

	table.cells[hash % STRIPES] += n;
	sum = table.cells[hash % STRIPES];
	cs->sum = sum;
	return 0;
}

static int add(unsigned int hash, int n)
{
	int sum;

	struct add_cs cs = { .hash = hash, .n = n };
	rcl_exec_anon(cell_mutex(hash), add_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	for (int i = 0; i < STRIPES; i++)
		rcl_mutex_init(&table.locks[i], NULL, table_locks);
	add(5, 3);
	printf("%d\n", add(9, 4));
	return 0;
}
