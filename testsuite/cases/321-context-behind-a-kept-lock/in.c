/* What follows a way out loses its block: what is declared in it is in scope behind it. */
#include <pthread.h>
#include <stdio.h>

struct box {
	pthread_mutex_t lock;
	int n, sum;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3, 0 };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int total, given;

static void give_with(struct box *b, int by)
{
	b->sum += by;
	given += pthread_mutex_unlock(&b->lock) == 0;
}

static int twice(struct box *b, int n)
{
	pthread_mutex_lock(&b->lock);
	{
		give_with(b, n);
		pthread_mutex_lock(&b->lock);
		b->sum += n;
	}
	give_with(b, n);
	pthread_mutex_lock(&plain);
	total += n;
	n = total;
	pthread_mutex_unlock(&plain);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", twice(&box, 4), box.n, box.sum);
	return 0;
}
