/* Types that are declared with a function's variable, and have a name: they are declared before it. */
#include <pthread.h>
#include <stdio.h>

#define SIZE 2

struct known {
	int a;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int order(void)
{
	union word {
		short all;
		char parts[SIZE];
	} u;

	pthread_mutex_lock(&m);
	u.all = 1;
	total += u.parts[0] + u.parts[1];
	pthread_mutex_unlock(&m);
	return (int)sizeof(union word);
}

static int pairs(int k)
{
	struct pair { int a, b; struct pair *next; } one = { k, 2, NULL }, *two = &one;
	struct pair three = { 1, 1, NULL };
	int n;

	pthread_mutex_lock(&m);
	one.a += total;
	n = one.a + two->b;
	total += n;
	pthread_mutex_unlock(&m);
	three.a += one.a;
	return n + three.a;
}

/* this one has another one's name */
static int same(int k)
{
	struct known { int b, c; } one = { k, 2 };

	pthread_mutex_lock(&m);
	one.b += total;
	total++;
	pthread_mutex_unlock(&m);
	return one.b;
}

/* and this one's size is another one before the function */
static int sized(int k)
{
#undef SIZE
#define SIZE 8
	struct row { char all[SIZE]; } row = { { 0 } };

	pthread_mutex_lock(&m);
	row.all[SIZE - 1] = total > k;
	total++;
	pthread_mutex_unlock(&m);
	return row.all[SIZE - 1] + (int)sizeof(row);
}

/* the type of its variable is declared apart from it */
static int apart(int k)
{
	struct item { int n; };
	struct item item = { k };

	pthread_mutex_lock(&m);
	item.n += total;
	pthread_mutex_unlock(&m);
	return item.n;
}

int main(void)
{
	struct known x = { 3 };

	printf("%d ", order());
	printf("%d ", pairs(2));
	printf("%d ", same(x.a));
	printf("%d ", sized(1));
	printf("%d ", apart(1));
	printf("%d\n", total);
	return 0;
}
