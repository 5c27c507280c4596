/* What a function returns while a guard has the lock, where others have the names that it might get. */
#include <pthread.h>
#include <stdio.h>

#define GUARD(m) __attribute__((cleanup(give_back))) pthread_mutex_t *guard = take(m)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static pthread_mutex_t *take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static void give_back(pthread_mutex_t **mutex)
{
	pthread_mutex_unlock(*mutex);
}

static int two(int result, int returned)
{
	GUARD(&m);
	count += result;
	if (returned)
		return count;
	return result + count;
}

static int three(int result, int returned, int value)
{
	GUARD(&m);
	count += result;
	if (returned)
		return count;
	return value + count;
}

static int all(int result, int returned, int value)
{
	int return_value = result + returned;

	GUARD(&m);
	count += return_value;
	if (returned)
		return count;
	return value + count;
}

int main(void)
{
	printf("%d %d\n", two(1, 0), two(2, 1));
	printf("%d %d\n", three(1, 0, 5), three(2, 1, 5));
	printf("%d %d\n", all(1, 0, 5), all(2, 1, 5));
	return 0;
}
