/* What is by reference where another build would name it: in an assertion that is off, and in an #if. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define TRACE(...) ((void)0)
#define FIELD(of, name) ((of)->name)
#define CHECK(condition, said) puts((said) > 1 ? "many" : "one")

struct pair {
	int value;
	int other;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void twice(int *value)
{
	*value *= 2;
}

static int add(int value)
{
	pthread_mutex_lock(&lock);
	assert(value > 0 && value < 100);
	twice(&value);
	count += value;
	TRACE("value", value, &value, value * 2);
	CHECK(value < 50, value);
#ifdef LOUD
	if (value > 2)
		printf("value %d\n", value);
#elif defined(value)
	count++;
#endif
	pthread_mutex_unlock(&lock);
	return value;
}

static int pairs(struct pair *pair, int value)
{
	pthread_mutex_lock(&lock);
	twice(&value);
	count += FIELD(pair, value);
	assert(pair->value != value);
	for (int i = 0; i < 2; i++) {
		int value = i;

		TRACE(value);
		count += value;
	}
	pthread_mutex_unlock(&lock);
	return value;
}

static int hidden(int value)
{
	pthread_mutex_lock(&lock);
	twice(&value);
	{
#ifdef LOUD
		int value = 3;

		printf("%d\n", value);
#endif
		count++;
	}
	pthread_mutex_unlock(&lock);
	return value;
}

static int hidden_in_a_loop(int value)
{
	pthread_mutex_lock(&lock);
	twice(&value);
	count++;
#ifdef LOUD
	for (int i = 0, value = 3; i < value; i++)
		printf("%d\n", value);
#endif
	pthread_mutex_unlock(&lock);
	return value;
}

int main(void)
{
	struct pair pair = { 1, 2 };

	printf("%d %d %d\n", add(3), pairs(&pair, 4), hidden(5));
	printf("%d\n", hidden_in_a_loop(6));
	printf("%d\n", count);
	return 0;
}
