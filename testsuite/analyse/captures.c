/* The way of local variables across a section's edge. */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

struct pair {
	int a, b;
};

struct guarded {
	pthread_mutex_t lock;
};

struct big {
	char bytes[100];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

int get(int *where);
int partly_written(int c);
int unassigned(int c);
int short_circuit(int c);
int conditional(int c);
int compound(int n);
int members(int c);
int in_a_loop(int n);
int reference(void);
int arrays(int n);
int as_a_whole(void);
int by_size(struct big large);
int keeps_its_value(void);
int unneeded(int n);
int in_tail(int n);
bool types(bool flag, int (*call)(int, char *), char *const name);
int element(int i);
int volatile_one(void);
int named_by_its_lock(struct guarded *g, int c);

int partly_written(int c)
{
	int x = 1;
	pthread_mutex_lock(&m); /* partly_written_cs none | c in, x in-out | */
	if (c)
		x = shared;
	pthread_mutex_unlock(&m);
	return x;
}

int unassigned(int c)
{
	int x;
	pthread_mutex_lock(&m); /* unassigned_cs none | c in, x by reference 1 | */
	if (c)
		x = shared;
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int short_circuit(int c)
{
	int x = 1;
	pthread_mutex_lock(&m); /* short_circuit_cs none | c in, x in-out | */
	if (c && (x = shared))
		shared = 0;
	pthread_mutex_unlock(&m);
	return x;
}

int conditional(int c)
{
	int x = 1, y;
	pthread_mutex_lock(&m); /* conditional_cs none | c in, x in-out, y out | */
	y = c ? (x = shared) : 2;
	pthread_mutex_unlock(&m);
	return x + y;
}

int compound(int n)
{
	int x = n;
	pthread_mutex_lock(&m); /* compound_cs none | n in, x in-out | */
	x += shared;
	n++;
	shared = n;
	pthread_mutex_unlock(&m);
	return x;
}

int members(int c)
{
	struct pair p = {1, 2}, q;
	pthread_mutex_lock(&m); /* members_cs none | c in, p in-out, q out | */
	p.a = shared;
	q.b = c;
	pthread_mutex_unlock(&m);
	return p.b + q.b;
}

int in_a_loop(int n)
{
	int last = 0, i;
	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&m); /* in_a_loop_cs none | last in-out, i in | */
		shared += last + i;
		last = shared;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int reference(void)
{
	int x;
	pthread_mutex_lock(&m); /* reference_cs none | x by reference 3 | */
	get(&x);
	x = x + shared;
	pthread_mutex_unlock(&m);
	return x;
}

int get(int *where)
{
	return *where = 1;
}

int arrays(int n)
{
	char text[20];
	pthread_mutex_lock(&m); /* arrays_cs none | n in, text by reference 2 char *text | */
	text[0] = 'a' + n;
	memcpy(&shared, text, 4);
	pthread_mutex_unlock(&m);
	return text[0];
}

int as_a_whole(void)
{
	char text[20];
	pthread_mutex_lock(&m); /* as_a_whole_cs none | text by reference 2 char (*text)[20] | */
	memset(text, 0, sizeof(text));
	pthread_mutex_unlock(&m);
	return text[0];
}

int by_size(struct big large)
{
	pthread_mutex_lock(&m); /* by_size_cs none | large by reference 1. | */
	shared = large.bytes[0];
	pthread_mutex_unlock(&m);
	return 0;
}

int keeps_its_value(void)
{
	static int calls;
	pthread_mutex_lock(&m); /* keeps_its_value_cs none | calls by reference 1 | */
	shared += calls++;
	pthread_mutex_unlock(&m);
	return shared;
}

int unneeded(int n)
{
	int i, j;
	int alone;
	for (j = 0; j < n; j++)
		;
	pthread_mutex_lock(&m); /* unneeded_cs none | n in, i section-local, alone section-local | */
	for (i = 0; i < n; i++) {
		alone = i;
		shared += alone;
	}
	pthread_mutex_unlock(&m);
	return j;
}

int in_tail(int n)
{
	pthread_mutex_lock(&m); /* in_tail_cs none | n in, old out* | return old;(old) */
	int old = shared;
	if (n) {
		pthread_mutex_unlock(&m);
		return old;
	}
	shared = old + 1;
	pthread_mutex_unlock(&m);
	return 0;
}

bool types(bool flag, int (*call)(int, char *), char *const name)
{
	bool result;
	pthread_mutex_lock(&m); /* types_cs thread waits | flag in bool flag, call in int (*call)(int, char *), name in char *const name, result out bool result | */
	result = flag && call(shared, name);
	pthread_mutex_unlock(&m);
	return result;
}

int element(int i)
{
	struct pair pairs[4];
	pthread_mutex_lock(&m); /* element_cs none | i in, pairs by reference 1 struct pair *pairs | */
	pairs[i].a = shared;
	pthread_mutex_unlock(&m);
	return pairs[i].a;
}

int volatile_one(void)
{
	volatile int x = 0;
	pthread_mutex_lock(&m); /* volatile_one_cs none | x by reference 1 | */
	x = shared;
	pthread_mutex_unlock(&m);
	return x;
}

int named_by_its_lock(struct guarded *g, int c)
{
	pthread_mutex_lock(&g->lock); /* named_by_its_lock_cs none | | return c; */
	if (shared) {
		pthread_mutex_unlock(&g->lock);
		return c;
	}
	shared++;
	pthread_mutex_unlock(&g->lock);
	return 0;
}

void kept_over_a_pause(int step)
{
	pthread_mutex_lock(&m); /* kept_over_a_pause_cs none | step in-out | pthread_mutex_lock(&m); */
	while (shared > 0) {
		shared -= step++;
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
}

int part_of_a_complex_number(void)
{
	double _Complex z = 1;
	pthread_mutex_lock(&m); /* part_of_a_complex_number_cs none | z in-out | */
	__real__ z = shared;
	pthread_mutex_unlock(&m);
	return (int)__imag__ z;
}

/* As an operand of assembler an array is not a pointer to its first element. */
int array_in_assembler(int n)
{
	int x[2] = {n, n};
	pthread_mutex_lock(&m); /* array_in_assembler_cs none | x by reference 2 int (*x)[2] | */
	__asm__("" : "=m"(x));
	shared = x[0];
	pthread_mutex_unlock(&m);
	return x[1];
}

int size_of_what_may_be_unset(int c)
{
	int x;
	if (c)
		x = shared;
	pthread_mutex_lock(&m); /* size_of_what_may_be_unset_cs none | x by reference 1 | */
	shared = sizeof(x);
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int size_of_what_is_set(int c)
{
	int x = c;
	pthread_mutex_lock(&m); /* size_of_what_is_set_cs none | x in | */
	shared = sizeof(x);
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

long distance_by_reference(int n)
{
	int table[8] = { 0 }, x = n, *at = &x;
	long d;
	pthread_mutex_lock(&m); /* distance_by_reference_cs none | table by reference 3 int *table, x by reference 2, at in, d out | */
	d = table[0] + (&table[4] - x - table) + *at;
	shared += x;
	pthread_mutex_unlock(&m);
	return d;
}
