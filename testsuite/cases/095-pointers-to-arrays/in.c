#include <pthread.h>
#include <stdio.h>

typedef int row[4];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[3][4] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
static int total;

static int twice(int x)
{
	return x * 2;
}

/* A pointer to an array is a value. */
static int next_row(int n)
{
	int (*at)[4] = &table[n], first;

	pthread_mutex_lock(&lock);
	first = (*at)[0];
	at++;
	total += (*at)[1];
	pthread_mutex_unlock(&lock);
	return first + (*at)[0];
}

/* So is a pointer to a function whose parameter is one; an array of such pointers is not. */
static int call(int n)
{
	int (*one)(int) = twice;
	int (*all[2])(int) = { twice, twice };
	void (*unused)(int values[4]) = NULL;

	pthread_mutex_lock(&lock);
	total += one(n) + all[n & 1](n) + (unused != NULL);
	one = NULL;
	pthread_mutex_unlock(&lock);
	return one == NULL;
}

/* An array is an array behind a typedef, too. */
static int sum(int n)
{
	row values = { 1, 2, n }, *whole = &values;

	pthread_mutex_lock(&lock);
	values[3] = total;
	(*whole)[1] += (int)sizeof(values);
	pthread_mutex_unlock(&lock);
	return values[1] + values[2] + values[3];
}

int main(void)
{
	printf("%d %d %d\n", next_row(0), call(3), sum(4));
	return total != 4 + 12;
}
