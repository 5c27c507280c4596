#include <pthread.h>
#include <stdio.h>

#define ALIGNED __attribute__((aligned(64)))
#define ON(cpu)
#define ZEROED { 0 }

static pthread_mutex_t aligned __attribute__((aligned(64)));
static pthread_mutex_t first ALIGNED, second ON(1)
	ALIGNED, third;
static ALIGNED pthread_mutex_t behind;
static pthread_mutex_t named __asm__("other_name");
static pthread_mutex_t zero = {0};
static pthread_mutex_t zeros ALIGNED = { { 0, 0 } };
static pthread_mutex_t none = {};
static pthread_mutex_t said = { .__data = { .__lock = 0 } };
static pthread_mutex_t made = ZEROED;
static struct { pthread_mutex_t lock; int n; } one ALIGNED;
static int sum;

static void count(void)
{
	static pthread_mutex_t own ALIGNED;
	static pthread_mutex_t last = { { 0 } };

	pthread_mutex_lock(&own);
	sum++;
	pthread_mutex_unlock(&own);
	pthread_mutex_lock(&last);
	sum++;
	pthread_mutex_unlock(&last);
}

int main(void)
{
	pthread_mutex_t *all[] = { &aligned, &first, &second, &third, &behind, &named, &zero, &zeros, &none, &said };

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(all[i]);
		sum++;
		pthread_mutex_unlock(all[i]);
	}
	pthread_mutex_lock(&made);
	sum++;
	pthread_mutex_unlock(&made);
	pthread_mutex_lock(&one.lock);
	one.n += sum;
	pthread_mutex_unlock(&one.lock);
	count();
	printf("%d %d\n", sum, one.n);
	return 0;
}
