#include <pthread.h>
#include <stdio.h>

#define LATER 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, tags[4];

/* Their definitions are repeated before the section's function. */
static int answer(int number)
{
#define MAX_TAGS 4 /* at most so many */
#define CLIPPED(n) \
	((n) < 3 ? (n) : 3)
	int found[MAX_TAGS] = {0}, sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < MAX_TAGS; i++)
		found[i] = tags[i] += CLIPPED(number);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < MAX_TAGS; i++)
		sum += found[i];
	pthread_mutex_lock(&lock);
	count += CLIPPED(sum);
	pthread_mutex_unlock(&lock);
	return sum;
}

/* What one stands for depends on the build. */
static int conditional(void)
{
#ifdef BIG
#define STEP 100
#else
#define STEP 1
#endif
	pthread_mutex_lock(&lock);
	count += STEP;
	pthread_mutex_unlock(&lock);
	return count;
}

/* It is another one before, and another one behind. */
static int again(void)
{
#undef LATER
#define LATER 10
	pthread_mutex_lock(&lock);
	count += LATER;
	pthread_mutex_unlock(&lock);
	return count;
}

/* It stands for another one, which the section does not name. */
static int through(void)
{
#define HIDDEN 5
#define SHOWN (HIDDEN + 1)
	pthread_mutex_lock(&lock);
	count += SHOWN;
	pthread_mutex_unlock(&lock);
	return count;
}

/* It names a variable, which the section does not. */
static int of_variable(int step)
{
#define NEXT (step + 1)
	pthread_mutex_lock(&lock);
	count += NEXT;
	pthread_mutex_unlock(&lock);
	return count;
}

int main(void)
{
	int one = answer(2), two = answer(7);

	printf("%d %d %d\n", one, two, count);
	printf("%d ", conditional());
	printf("%d ", again());
	printf("%d %d ", through(), MAX_TAGS);
	printf("%d\n", of_variable(3));
	return 0;
}
