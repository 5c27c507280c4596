#include <pthread.h>
#include <stdio.h>

struct transfer {
	pthread_mutex_t lock;
	int expired, probes, serial;
};

static struct transfer transfer = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void set_expired(struct transfer *t)
{
	pthread_mutex_lock(&t->lock);
	t->expired++;
	pthread_mutex_unlock(&t->lock);
}

/* Gives the lock back if it has begun. */
static int start_probe(struct transfer *t)
{
	if (t->serial % 2)
		return 0;
	t->probes++;
	pthread_mutex_unlock(&t->lock);
	return 1;
}

static void timer(struct transfer *t, int now)
{
	pthread_mutex_lock(&t->lock);
	if (now < 0) {
		pthread_mutex_unlock(&t->lock);
		return;
	}
	if (t->serial > 3) {
		pthread_mutex_unlock(&t->lock);
		set_expired(t);
		pthread_mutex_lock(&t->lock);
	}
	t->serial++;
	if (!start_probe(t))
		pthread_mutex_unlock(&t->lock);
}

int main(void)
{
	for (int now = -1; now < 7; now++)
		timer(&transfer, now);
	printf("%d %d %d\n", transfer.expired, transfer.probes, transfer.serial);
	return 0;
}
