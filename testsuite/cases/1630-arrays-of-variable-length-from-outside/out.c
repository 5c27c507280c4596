#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

struct of_numbers_cs {  /* m, in.c:14-18 */
	int n;          /* in */
	int *values;    /* by reference */
};

static int of_numbers_cs(void *ctx)
{
	struct of_numbers_cs *cs = ctx;
	int n = cs->n;
	int *values = cs->values;

	for (int i = 0; i < n; i++)
		total += values[i];
	values[0] = total;
	return 0;
}

int of_numbers(int n)
{
	int values[n];

	for (int i = 0; i < n; i++)
		values[i] = i;
	struct of_numbers_cs cs = { .n = n, .values = values };
	rcl_exec_anon(&m, of_numbers_cs, &cs, sizeof(cs));
	return values[0];
}

struct with_a_release_m_1_cs {  /* m, in.c:30-32 */
	const char **names;     /* by reference */
};

static int with_a_release_m_1_cs(void *ctx)
{
	struct with_a_release_m_1_cs *cs = ctx;
	const char **names = cs->names;

	names[0] = total > 3 ? "many" : "few";
	return 0;
}

struct with_a_release_m_2_cs {  /* m, in.c:34-41 */
	int n;                  /* in */
	const char **names;     /* by reference */
	int length;             /* in */
};

static int with_a_release_m_2_cs(void *ctx)
{
	struct with_a_release_m_2_cs *cs = ctx;
	int n = cs->n;
	const char **names = cs->names;
	int length = cs->length;

	if (total < 0) {
		return 1;
	}
	names[n] = names[0];
	total += length;
	return 0;
}

/* the client has it, and goes on with it while the lock is released */
int with_a_release(int n)
{
	const char *names[n + 1];
again:;
	int length = 0;

	memset(names, 0, sizeof(names));
	struct with_a_release_m_1_cs cs = { .names = names };
	rcl_exec_anon(&m, with_a_release_m_1_cs, &cs, sizeof(cs));
	length = (int)strlen(names[0]);
	struct with_a_release_m_2_cs m_2_cs = { .n = n, .names = names, .length = length };
	if (rcl_exec_anon(&m, with_a_release_m_2_cs, &m_2_cs, sizeof(m_2_cs)) == 1)
		return -1;
	if (length > 100)
		goto again;
	return (int)strlen(names[n]);
}

struct pair {
	int first, second;
};

struct of_structures_and_rows_cs {  /* m, in.c:59-65 */
	int n;                      /* in */
	struct pair *pairs;         /* by reference */
	volatile int (*rows)[2];    /* by reference */
};

static int of_structures_and_rows_cs(void *ctx)
{
	struct of_structures_and_rows_cs *cs = ctx;
	int n = cs->n;
	struct pair *pairs = cs->pairs;
	volatile int (*rows)[2] = cs->rows;

	for (struct pair *p = pairs; p < pairs + n; p++) {
		rows[p - pairs][0] = p->first + total;
		rows[p - pairs][1] = (*p).second;
	}
	total++;
	return 0;
}

int of_structures_and_rows(int n)
{
	struct pair pairs[n];
	volatile int rows[n][2];
	int sum = 0;

	for (int i = 0; i < n; i++)
		pairs[i] = (struct pair){ i, 2 * i };
	struct of_structures_and_rows_cs cs = { .n = n, .pairs = pairs, .rows = rows };
	rcl_exec_anon(&m, of_structures_and_rows_cs, &cs, sizeof(cs));
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

struct handed_on_cs {       /* m, in.c:86-89 */
	int n;              /* in */
	int *given;         /* in */
	counter *counters;  /* by reference */
};

static int handed_on_cs(void *ctx)
{
	struct handed_on_cs *cs = ctx;
	int n = cs->n;
	int *given = cs->given;
	counter *counters = cs->counters;

	counters[n - 1].n = total + given[0];
	total += (int)counted(counters, n - 1);
	return 0;
}

/* a parameter of that sort is a pointer anyway */
long handed_on(int n, int given[n])
{
	counter counters[n];

	memset(counters, 0, sizeof(counters));
	struct handed_on_cs cs = { .n = n, .given = given, .counters = counters };
	rcl_exec_anon(&m, handed_on_cs, &cs, sizeof(cs));
	return counters[n - 1].n;
}

/* these stay: the section asks for the size, or the type, of the whole */
int its_size(int n)
{
	char line[n];

	rcl_lock(&m);
	snprintf(line, sizeof(line), "%d", total);
	rcl_unlock(&m);
	return line[0];
}

int its_address(int n)
{
	int values[n], (*all)[n];

	values[0] = n;
	rcl_lock(&m);
	all = &values;
	total += (*all)[0];
	rcl_unlock(&m);
	return values[0];
}

int its_rows(int n)
{
	int table[2][n];

	table[1][0] = n;
	rcl_lock(&m);
	total += table[1][0];
	rcl_unlock(&m);
	return total;
}

int its_type(int n)
{
	struct own {
		int n;
	} owns[n];

	owns[0].n = n;
	rcl_lock(&m);
	total += owns[0].n;
	rcl_unlock(&m);
	return total;
}

int declared_while_released(int n)
{
	rcl_lock(&m);
	while (total > 50) {
		total -= 10;
		rcl_unlock(&m);
		int values[n];
		values[0] = n;
		rcl_lock(&m);
		total += values[0];
	}
	rcl_unlock(&m);
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
