#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

int of_numbers(int n)
{
	int values[n];

	for (int i = 0; i < n; i++)
		values[i] = i;
	pthread_mutex_lock(&m);
	for (int i = 0; i < n; i++)
		total += values[i];
	values[0] = total;
	pthread_mutex_unlock(&m);
	return values[0];
}

/* the client has it, and goes on with it while the lock is released */
int with_a_release(int n)
{
	const char *names[n + 1];
again:;
	int length = 0;

	memset(names, 0, sizeof(names));
	pthread_mutex_lock(&m);
	names[0] = total > 3 ? "many" : "few";
	pthread_mutex_unlock(&m);
	length = (int)strlen(names[0]);
	pthread_mutex_lock(&m);
	if (total < 0) {
		pthread_mutex_unlock(&m);
		return -1;
	}
	names[n] = names[0];
	total += length;
	pthread_mutex_unlock(&m);
	if (length > 100)
		goto again;
	return (int)strlen(names[n]);
}

struct pair {
	int first, second;
};

int of_structures_and_rows(int n)
{
	struct pair pairs[n];
	volatile int rows[n][2];
	int sum = 0;

	for (int i = 0; i < n; i++)
		pairs[i] = (struct pair){ i, 2 * i };
	pthread_mutex_lock(&m);
	for (struct pair *p = pairs; p < pairs + n; p++) {
		rows[p - pairs][0] = p->first + total;
		rows[p - pairs][1] = (*p).second;
	}
	total++;
	pthread_mutex_unlock(&m);
	for (int i = 0; i < n; i++)
		sum += rows[i][0] + rows[i][1];
	return sum;
}

typedef struct {
	long n;
} counter;

static long counted(counter *counters, int n)
{
	return counters[n].n;
}

/* a parameter of that sort is a pointer anyway */
long handed_on(int n, int given[n])
{
	counter counters[n];

	memset(counters, 0, sizeof(counters));
	pthread_mutex_lock(&m);
	counters[n - 1].n = total + given[0];
	total += (int)counted(counters, n - 1);
	pthread_mutex_unlock(&m);
	return counters[n - 1].n;
}

/* these stay: the section asks for the size, or the type, of the whole */
int its_size(int n)
{
	char line[n];

	pthread_mutex_lock(&m);
	snprintf(line, sizeof(line), "%d", total);
	pthread_mutex_unlock(&m);
	return line[0];
}

int its_address(int n)
{
	int values[n], (*all)[n];

	values[0] = n;
	pthread_mutex_lock(&m);
	all = &values;
	total += (*all)[0];
	pthread_mutex_unlock(&m);
	return values[0];
}

int its_rows(int n)
{
	int table[2][n];

	table[1][0] = n;
	pthread_mutex_lock(&m);
	total += table[1][0];
	pthread_mutex_unlock(&m);
	return total;
}

int its_type(int n)
{
	struct own {
		int n;
	} owns[n];

	owns[0].n = n;
	pthread_mutex_lock(&m);
	total += owns[0].n;
	pthread_mutex_unlock(&m);
	return total;
}

int declared_while_released(int n)
{
	pthread_mutex_lock(&m);
	while (total > 50) {
		total -= 10;
		pthread_mutex_unlock(&m);
		int values[n];
		values[0] = n;
		pthread_mutex_lock(&m);
		total += values[0];
	}
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	int given[4] = { 1, 2, 3, 4 };

	printf("%d %d ", of_numbers(4), with_a_release(3));
	printf("%d %ld ", of_structures_and_rows(3), handed_on(4, given));
	printf("%d %d ", its_size(8), its_address(2));
	printf("%d %d %d\n", its_rows(3), its_type(2), declared_while_released(4));
	return 0;
}
