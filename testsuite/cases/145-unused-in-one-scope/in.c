#include <pthread.h>
#include <stdio.h>

struct device {
	struct device *next;
	int id;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct device second = { NULL, 2 }, first = { &second, 1 };
static struct device *devices = &first;
static int hotplug = 1;

/* two variables of one name: one goes with its section, the other stays */
static int list(void)
{
	int sum = 0, i, n = 0;

	if (hotplug) {
		struct device *dev, *other = NULL;

		pthread_mutex_lock(&lock);
		for (dev = devices; dev; dev = dev->next)
			n++;
		pthread_mutex_unlock(&lock);
		sum += other != NULL;
	} else {
		n = 1;
	}
	for (i = 0; i < n; i++) {
		struct device *dev = i ? &second : &first;
		sum += dev->id;
	}
	return sum;
}

int main(void)
{
	printf("%d\n", list());
	return 0;
}
