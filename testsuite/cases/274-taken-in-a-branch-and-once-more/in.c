#include <pthread.h>
#include <stdio.h>

/* Taken in a branch that goes on with the lock, and once more where the function cannot tell that it has given it back. */
static pthread_mutex_t region = PTHREAD_MUTEX_INITIALIZER;
static int paths[4] = { 7, 8, 9, 10 }, opened, limit = 3;

static void drop(int **file)
{
	*file = NULL;
}

static int open_file(int *file, int *other, int path)
{
	int found = path, max = 0;

	if (other == NULL)
		drop(&file);
	if (file != NULL) {
		pthread_mutex_lock(&region);
		found = paths[*file];
		opened++;
	}
	found *= 2;
	if (file != NULL)
		pthread_mutex_unlock(&region);
	while (found > max) {
		file = other;
		max += 5;
	}
	if (max > 10) {
		pthread_mutex_lock(&region);
		max = limit;
		limit++;
		pthread_mutex_unlock(&region);
	}
	return found * 100 + max;
}

int main(void)
{
	int one = 1, two = 2;

	printf("%d %d\n", open_file(&one, &two, 3), opened);
	printf("%d %d\n", open_file(&two, NULL, 4), opened);
	printf("%d %d\n", open_file(NULL, &one, 1), opened);
	printf("%d\n", limit);
	return 0;
}
