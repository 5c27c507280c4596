/* A macro's meaning where the section stands goes by what its function defines, though the section does not name that. */
#include <pthread.h>
#include <stdio.h>

#define UNIT 1
#define SCALED(n) ((n) * UNIT)
#define TWICE(n) (SCALED(n) + SCALED(n))
#define OWN(n) ((n) + HERE)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int by_another_unit(int n)
{
#undef UNIT
#define UNIT 4
	pthread_mutex_lock(&m);
	n = TWICE(n);
	total += n;
	pthread_mutex_unlock(&m);
	return n;
#undef UNIT
#define UNIT 1
}

static int changed_there(int n)
{
	int before = SCALED(n);

	pthread_mutex_lock(&m);
	total += before;
#undef UNIT
#define UNIT 7
	n = SCALED(n);
#undef UNIT
#define UNIT 1
	total += n;
	pthread_mutex_unlock(&m);
	return before + n;
}

/* these have it with them */
static int by_its_own(int n)
{
#define HERE 5
	pthread_mutex_lock(&m);
	n = OWN(n);
	total += n;
	pthread_mutex_unlock(&m);
	return n;
#undef HERE
}

static int by_another_own(int n)
{
#define HERE 9
	pthread_mutex_lock(&m);
	n = OWN(n);
	total += n;
	pthread_mutex_unlock(&m);
	return n;
#undef HERE
}

int main(void)
{
	int one = by_another_unit(3), two = changed_there(4);

	printf("%d %d %d %d %d\n", one, two, by_its_own(1), by_another_own(1), total);
	return 0;
}
