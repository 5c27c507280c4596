/* A pointer that is const where its section's context gets its values by assignments, as in C90. */
#include <pthread.h>
#include <stdio.h>

struct frame {
	int ref_count;
	long data;
};

struct pool {
	pthread_mutex_t mutex;
	struct frame frames[3];
	int count;
};

static struct pool pool = { PTHREAD_MUTEX_INITIALIZER, { { 1, 0 }, { 0, 0 }, { 0, 0 } }, 3 };

static int get_free(struct pool *from)
{
	struct frame *const frames = from->frames;
	const char * const why = "none is free";
	int (*const print)(const char *, ...) = printf;
	int i;

	pthread_mutex_lock(&from->mutex);
	for (i = 0; i < from->count; i++)
		if (frames[i].ref_count == 0)
			break;
	if (i < from->count) {
		frames[i].ref_count = 1;
	} else {
		print("%s\n", why);
		i = -1;
	}
	pthread_mutex_unlock(&from->mutex);
	return i;
}

int main(void)
{
	int one = get_free(&pool), two = get_free(&pool), three = get_free(&pool);

	printf("%d %d %d\n", one, two, three);
	return 0;
}
