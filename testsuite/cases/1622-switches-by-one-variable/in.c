#include <pthread.h>
#include <stdio.h>

enum kind { ALONE, SHARED, COMMON, BORROWED, LAST };

static pthread_mutex_t locks[LAST] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};
static int sums[LAST];

/* gives back what it has taken */
static int add(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
	case COMMON:
		pthread_mutex_lock(&locks[kind]);
		break;
	default:
		break;
	}
	switch (kind) {
	case ALONE:
		sums[ALONE] += 2 * by;
		break;
	case SHARED:
		by++;
		/* fall through */
	default:
		sums[kind] += by;
	}
	sum = sums[kind];
	switch (kind) {
	case COMMON:
	case SHARED:
		pthread_mutex_unlock(&locks[kind]);
	}
	return sum;
}

/* gives back its caller's, too */
static int end(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
		pthread_mutex_lock(&locks[kind]);
		break;
	default:
		break;
	}
	sum = sums[kind] += by;
	switch (kind) {
	case SHARED:
	case BORROWED:
		pthread_mutex_unlock(&locks[kind]);
		break;
	default:
		break;
	}
	return sum;
}

/* and so does this one, which has it by another value */
static int change(enum kind kind, int by)
{
	int sum;

	switch (kind) {
	case SHARED:
		pthread_mutex_lock(&locks[kind]);
		break;
	default:
		break;
	}
	sum = sums[kind] += by;
	if (kind == BORROWED)
		kind = SHARED;
	switch (kind) {
	case SHARED:
		pthread_mutex_unlock(&locks[sum > 0 ? BORROWED : SHARED]);
		break;
	default:
		break;
	}
	return sum;
}

int all(int by)
{
	int sum;

	pthread_mutex_lock(&locks[ALONE]);
	sum = add(ALONE, by);
	sum += add(SHARED, by);
	sum += add(COMMON, by);
	pthread_mutex_unlock(&locks[ALONE]);
	return sum;
}

int one(int by)
{
	int sum;

	pthread_mutex_lock(&locks[BORROWED]);
	sums[BORROWED] *= 2;
	sum = end(BORROWED, by);
	return sum;
}

int other(int by)
{
	int sum;

	pthread_mutex_lock(&locks[BORROWED]);
	sums[BORROWED] *= 3;
	sum = change(BORROWED, by);
	return sum;
}

int main(void)
{
	int first = all(1), second = all(2), third = one(3), fourth = other(4);

	printf("%d %d %d %d\n", first, second, third, fourth);
	return 0;
}
