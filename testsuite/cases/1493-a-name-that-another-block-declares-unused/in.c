/* A variable of the function's has the name of one that a block of the section declares, and does not use. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t row_locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static long cells[2][3], left, turns;

static void clear(long with)
{
	int i, j;

	pthread_mutex_lock(&table_lock);
	for (i = 0; i < 2; i++) {
		pthread_mutex_lock(&row_locks[i]);
		for (j = 0; j < 3; j++)
			cells[i][j] = with + i * j;
		pthread_mutex_unlock(&row_locks[i]);
	}
	for (left = 3; left > 0; left--) {
		int j;

		turns += left;
	}
	pthread_mutex_unlock(&table_lock);
}

int main(void)
{
	clear(4);
	clear(5);
	printf("%ld %ld %ld\n", cells[1][2], left, turns);
	return 0;
}
