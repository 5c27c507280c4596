#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct holder {
	struct holder *next;
	int *handle;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct holder *holders;
static int made;

static int *make_handle(int n)
{
	int *handle = n < 0 ? NULL : malloc(sizeof(int));

	if (handle)
		*handle = n;
	return handle;
}

/* Released in both branches, each of which then sets the result. */
static int *acquire(int n)
{
	struct holder *holder;
	int *handle;

	pthread_mutex_lock(&lock);
	if ((holder = holders) != NULL) {
		handle = holder->handle;
		holders = holder->next;
		pthread_mutex_unlock(&lock);
		free(holder);
		*handle = n;
	} else {
		made++;
		pthread_mutex_unlock(&lock);
		if ((handle = make_handle(n)) == NULL) {
			fprintf(stderr, "no handle\n");
			return NULL;
		}
	}
	*handle += 1;
	return handle;
}

static void release(int *handle)
{
	struct holder *holder = malloc(sizeof(*holder));

	holder->handle = handle;
	pthread_mutex_lock(&lock);
	holder->next = holders;
	holders = holder;
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	int *one = acquire(1), *two;

	printf("%d", *one);
	release(one);
	two = acquire(5);
	printf(" %d %d", *two, two == one);
	one = acquire(-1);
	printf(" %d %d\n", one == NULL, made);
	return 0;
}
