#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define END_DESTRUCT(object) \
finalize_it: \
		free(object); \
	} \
	return result; \
}

struct object {
	int uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int objects;

static void lock_objects(void)
{
	pthread_mutex_lock(&lock);
}

static struct object *make(int uses)
{
	struct object *made = malloc(sizeof *made);

	made->uses = uses;
	lock_objects();
	objects++;
	pthread_mutex_unlock(&lock);
	return made;
}

static int destroy(struct object *object)
{
	int result = -1;

	{
		if (object->uses)
			goto finalize_it;
		result = 0;
END_DESTRUCT(object)

static int count(void)
{
	int n;

	lock_objects();
	n = objects;
	if (n == 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	objects = 0;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d\n", destroy(make(0)), destroy(make(2)));
	printf("%d %d\n", count(), count());
	return 0;
}
