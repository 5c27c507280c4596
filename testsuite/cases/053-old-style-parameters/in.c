#include <pthread.h>
#include <stdio.h>

struct store {
	pthread_mutex_t mutex;
	int used;
};

static int add(s, by, left)
	struct store *s;
	int by, *left;
{
	int now;

	pthread_mutex_lock(&s->mutex);
	now = s->used;
	s->used = now + by;
	pthread_mutex_unlock(&s->mutex);
	*left = 10 - s->used;
	return 0;
}

int main(void)
{
	struct store s = { PTHREAD_MUTEX_INITIALIZER, 3 };
	int left;

	add(&s, 4, &left);
	printf("%d\n", left);
	return 0;
}
