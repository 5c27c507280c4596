/* A declaration that moves in front of its section must not hide what the name means until then. */
#include <pthread.h>
#include <stdio.h>

struct item { pthread_mutex_t lock; int value; };
typedef struct { int n; } part;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item one = { PTHREAD_MUTEX_INITIALIZER, 1 }, two = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct item *current = &one;
static int shared = 3, limit = 77, level, *kept;

static int twice(int n) { return 2 * n; }

/* in what follows a release */
static int left_early(int n)
{
	pthread_mutex_lock(&lock);
	if (n == 1) {
		pthread_mutex_unlock(&lock);
		return limit;
	}
	int limit = shared + n;
	shared++;
	pthread_mutex_unlock(&lock);
	return limit;
}

static int left_by_a_call(int n)
{
	pthread_mutex_lock(&lock);
	if (n == 1) {
		pthread_mutex_unlock(&lock);
		return twice(n);
	}
	int twice = shared + n;
	shared++;
	pthread_mutex_unlock(&lock);
	return twice;
}

/* in what says which mutex it is */
static int by_its_name(int n)
{
	pthread_mutex_lock(&current->lock);
	struct item *current = &two;
	current->value += n;
	pthread_mutex_unlock(&one.lock);
	return current->value;
}

/* in the section, which has it by its address */
static int by_its_address(int n)
{
	int seen = 0;

	pthread_mutex_lock(&lock);
	if (level)
		seen = 1000;
	int level = n;
	kept = &level;
	shared++;
	pthread_mutex_unlock(&lock);
	*kept += 5;
	printf("%d\n", *kept);
	return seen + level;
}

/* behind the block that declares it */
static int behind_its_block(int n)
{
	int seen = n;

	pthread_mutex_lock(&lock);
	{
		int limit = n * 2;
		if (n == 1) {
			shared += limit;
			pthread_mutex_unlock(&lock);
			return limit;
		}
		shared++;
	}
	pthread_mutex_unlock(&lock);
	seen += limit;
	return seen;
}

static int of_a_type(int n)
{
	pthread_mutex_lock(&lock);
	if (n == 1) {
		pthread_mutex_unlock(&lock);
		part p = { n };
		return p.n;
	}
	int part = shared + n;
	shared++;
	pthread_mutex_unlock(&lock);
	return part;
}

/* nothing else has this name where it goes */
static int hidden_elsewhere(int n)
{
	int seen = limit;

	{
		pthread_mutex_lock(&lock);
		int limit = shared + n;
		shared++;
		pthread_mutex_unlock(&lock);
		seen += limit;
	}
	return seen + limit;
}

int main(void)
{
	for (int n = 0; n < 3; n++) {
		printf("%d %d %d\n", left_early(n), left_by_a_call(n), by_its_name(n));
		printf("%d %d %d\n", by_its_address(n), behind_its_block(n), of_a_type(n));
		printf("%d\n", hidden_elsewhere(n));
	}
	return 0;
}
