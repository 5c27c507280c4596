/* What a macro that is off would name as a field stays as it is, though a variable of that name is by reference. */
#include <pthread.h>
#include <stdio.h>

#ifdef TRACED
#define TRACE(of, field) printf("%d\n", (of)->field)
#define TRACE_IN(level, of, field, ...) \
	printf("%d " __VA_ARGS__, (of) . /* its */ field)
#define SAY(said) printf("%d\n", said)
#else
#define TRACE(of, field)
#define TRACE_IN(level, of, field, ...) do { } while (0)
#define SAY(said)
#endif

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

static int add(struct pair *pair, int value)
{
	pthread_mutex_lock(&lock);
	twice(&value);
	count += value + pair->value;
	TRACE(pair, value);
	TRACE_IN(value > 3, *pair, value, "%d\n", value);
	SAY(value);
	pthread_mutex_unlock(&lock);
	return value;
}

int main(void)
{
	struct pair pair = { 1, 2 };

	printf("%d %d\n", add(&pair, 3), count);
	return 0;
}
