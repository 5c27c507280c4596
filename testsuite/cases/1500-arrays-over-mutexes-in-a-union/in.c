/* The lock calls of skip() get an array that is one piece of memory with a mutex: nothing is converted. */
#include <pthread.h>

struct door {
	union {
		struct {
			pthread_mutex_t lock;
			int count;
		};
		char raw[128];
	};
};

int next(struct door *door)
{
	int n;

	pthread_mutex_lock(&door->lock);
	n = ++door->count;
	pthread_mutex_unlock(&door->lock);
	return n;
}

void skip(struct door *door)
{
	void *gate = door->raw;

	pthread_mutex_lock(gate);
	door->count++;
	pthread_mutex_unlock(gate);
}
