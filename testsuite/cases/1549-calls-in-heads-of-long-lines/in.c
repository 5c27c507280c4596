/* Heads that ask for what a section's call gives: where such a line would be too long, the call goes on in another. */
#include <pthread.h>
#include <stdio.h>

struct table {
	pthread_mutex_t lock_of_the_table;
	int count;
};

static struct table connections = { PTHREAD_MUTEX_INITIALIZER, 20 };

/* the call alone would not be too long */
static int removed_from_all_at_once(struct table *a, int n)
{
	pthread_mutex_lock(&a->lock_of_the_table);
	if (a->count < n) {
		pthread_mutex_unlock(&a->lock_of_the_table);
		return -1;
	}
	a->count -= n;
	pthread_mutex_unlock(&a->lock_of_the_table);
	return n;
}

/* it goes on before the section's function */
static int removed_from(struct table *of_all_connections, int n, int *many)
{
	int rounds = 0;

	while (rounds < 4) {
		pthread_mutex_lock(&of_all_connections->lock_of_the_table);
		if (of_all_connections->count < n) {
			pthread_mutex_unlock(&of_all_connections->lock_of_the_table);
			break;
		}
		if (of_all_connections->count == n) {
			pthread_mutex_unlock(&of_all_connections->lock_of_the_table);
			return 7;
		}
		of_all_connections->count -= n;
		pthread_mutex_unlock(&of_all_connections->lock_of_the_table);
		*many += n;
		rounds++;
	}
	return rounds;
}

/* and before both */
static int what_is_left_of_the_table_of_all_known_connections(struct table *of_the_connections_that_we_know, int n)
{
	int left;

	if (n) {
		pthread_mutex_lock(&of_the_connections_that_we_know->lock_of_the_table);
		left = of_the_connections_that_we_know->count;
		if (left < n) {
			pthread_mutex_unlock(&of_the_connections_that_we_know->lock_of_the_table);
			return 0;
		}
		pthread_mutex_unlock(&of_the_connections_that_we_know->lock_of_the_table);
		pthread_mutex_lock(&connections.lock_of_the_table);
		left += of_the_connections_that_we_know->count;
		if (left < n) {
			pthread_mutex_unlock(&connections.lock_of_the_table);
			return 1;
		}
		pthread_mutex_unlock(&connections.lock_of_the_table);
		return left;
	}
	return -1;
}

int main(void)
{
	int many = 0, first = removed_from_all_at_once(&connections, 3), rounds = removed_from(&connections, 4, &many);

	printf("%d %d %d\n", first, rounds, many);
	printf("%d\n", what_is_left_of_the_table_of_all_known_connections(&connections, 1));
	return 0;
}
