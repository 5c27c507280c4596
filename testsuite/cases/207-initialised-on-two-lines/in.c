#include <pthread.h>
#include <stdio.h>

struct reader {
	pthread_mutex_t handles_lock, power_lock;
	int handles, power;
};

static struct reader readers[2];

static void start(int n)
{
	(void)pthread_mutex_init(&readers[n].handles_lock,
		NULL);

	if (pthread_mutex_init(&readers[n].power_lock,
		NULL) != 0)
		return;
	readers[n].power = 1;
}

static void use(int n)
{
	(void)pthread_mutex_lock(&readers[n].handles_lock);
	readers[n].handles++;
	(void)pthread_mutex_unlock(&readers[n].handles_lock);
	(void)pthread_mutex_lock(&readers[n].power_lock);
	readers[n].power++;
	(void)pthread_mutex_unlock(&readers[n].power_lock);
}

int main(void)
{
	start(0);
	use(0);
	printf("%d %d\n", readers[0].handles, readers[0].power);
	return 0;
}
