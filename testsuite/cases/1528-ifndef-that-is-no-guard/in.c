#ifndef PTHREAD_BARRIER_SERIAL_THREAD
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#endif

typedef struct counter_ {
	pthread_mutex_t lock;
	int n;
} counter;

static int add(counter *c, int n)
{
	int sum;

	pthread_mutex_lock(&c->lock);
	c->n += n;
	sum = c->n;
	pthread_mutex_unlock(&c->lock);
	return sum;
}

int main(void)
{
	counter c = { PTHREAD_MUTEX_INITIALIZER, 1 };

	return add(&c, 2) != 3;
}
