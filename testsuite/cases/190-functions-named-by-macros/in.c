#include <pthread.h>
#include <stdio.h>

/* What a test framework does: the name comes together in a macro, which declares the function, too. */
#define TEST(name) int run_test_##name(void); int run_test_##name(void)
#define GETTER(name) int get_##name(int less)
#define BEGIN(name) static void name(void) {
#define END }
#define RECURSIVE(name) static int down_##name(int from); static int down_##name(int from)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, deep;

TEST(first) {
	int old, new;

	pthread_mutex_lock(&lock);
	old = count;
	new = old + 2;
	count = new;
	pthread_mutex_unlock(&lock);
	return old;
}

TEST(second)
{
	int old;

	pthread_mutex_lock(&lock);
	if (count > 5) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	old = count;
	pthread_mutex_unlock(&lock);
	if (old == 0)
		return old;
	pthread_mutex_lock(&lock);
	count += 2;
	pthread_mutex_unlock(&lock);
	return old;
}

/* The parameter is the macro's, too. */
static inline GETTER(count) {
	int value;

	pthread_mutex_lock(&lock);
	value = count - less;
	pthread_mutex_unlock(&lock);
	return value;
}

/* There is no brace to find in the text. */
BEGIN(reset)
	pthread_mutex_lock(&lock);
	count = 0;
	pthread_mutex_unlock(&lock);
END

/* What the macro makes cannot be made twice, as a prototype. */
RECURSIVE(count) {
	int value;

	pthread_mutex_lock(&lock);
	deep = from;
	value = from > 0 && deep > 3 ? down_count(from - 1) : from;
	pthread_mutex_unlock(&lock);
	return value;
}

int main(void)
{
	printf("%d %d %d\n", run_test_first(), run_test_second(), get_count(1));
	reset();
	printf("%d %d\n", get_count(0), down_count(2));
	return 0;
}
