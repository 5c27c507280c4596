#include <pthread.h>
#include <stdio.h>

#define STRIPES 4

struct table {
	pthread_mutex_t locks[STRIPES];
	int cells[STRIPES];
};

static struct table table;

void cell_lock(unsigned int hash);
void cell_unlock(unsigned int hash);

/* The lock of a cell. */
void cell_lock(unsigned int hash)
{
	pthread_mutex_lock(&table.locks[hash % STRIPES]);
}

void cell_unlock(unsigned int hash)
{
	pthread_mutex_unlock(&table.locks[hash % STRIPES]);
}

static int add(unsigned int hash, int n)
{
	int sum;

	cell_lock(hash);
	table.cells[hash % STRIPES] += n;
	sum = table.cells[hash % STRIPES];
	cell_unlock(hash);
	return sum;
}

int main(void)
{
	for (int i = 0; i < STRIPES; i++)
		pthread_mutex_init(&table.locks[i], NULL);
	add(5, 3);
	printf("%d\n", add(9, 4));
	return 0;
}
