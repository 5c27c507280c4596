/* What a section declares of outside of its function, or in a structure, hides another name in what follows it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
int total = 100;
typedef int width;
struct pair { char names[50]; };
enum { LOW = 50, HIGH };

#define WIDTH (int)sizeof(width)
#define LOWEST (int)LOW

static int thrice(int n)
{
	return n * 3;
}

int twice(int n)
{
	return n * 2;
}

static int a_variable(int n)
{
	int total = 4;
	{
		pthread_mutex_lock(&m);
		extern int total;
		total += n;
		pthread_mutex_unlock(&m);
		n += total;
	}
	return n + total;
}

static int a_function(int n)
{
	int (*twice)(int) = thrice;
	{
		pthread_mutex_lock(&m);
		int twice(int);
		count += twice(n);
		pthread_mutex_unlock(&m);
		n += twice(n);
	}
	return n + twice(n);
}

static int at_a_way_out(int total)
{
	pthread_mutex_lock(&m);
	if (total > 2) {
		extern int total;
		total++;
		pthread_mutex_unlock(&m);
		return total;
	}
	count++;
	pthread_mutex_unlock(&m);
	return total;
}

static int not_behind(int n)
{
	pthread_mutex_lock(&m);
	extern int total;
	count += total + n;
	pthread_mutex_unlock(&m);
	return n;
}

static int a_type_that_a_macro_names(int n)
{
	pthread_mutex_lock(&m);
	typedef char width;
	width narrow = n;
	count += narrow;
	pthread_mutex_unlock(&m);
	return WIDTH;
}

static int a_value_that_a_macro_names(int n)
{
	pthread_mutex_lock(&m);
	enum { LOW = 7 } way = LOW;
	count += way + n;
	pthread_mutex_unlock(&m);
	return LOWEST;
}

static int a_structure_in_a_structure(int n)
{
	pthread_mutex_lock(&m);
	struct whole { int a; struct pair { int left, right; } both; } whole = { n, { 3, 4 } };
	count += whole.a + whole.both.left;
	pthread_mutex_unlock(&m);
	return sizeof(struct pair);
}

static int values_in_a_structure(int n)
{
	pthread_mutex_lock(&m);
	struct whole { int a; enum { LOW, HIGH } which; } whole = { n, HIGH };
	count += whole.a + whole.which + LOW;
	pthread_mutex_unlock(&m);
	return HIGH;
}

static int values_for_itself(int n)
{
	pthread_mutex_lock(&m);
	struct whole { int a; enum { LOW, HIGH } which; } whole = { n, HIGH };
	count += whole.a + whole.which + LOW;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", a_variable(2), a_function(2), at_a_way_out(2), at_a_way_out(3));
	printf("%d %d\n", a_type_that_a_macro_names(2), a_value_that_a_macro_names(2));
	printf("%d %d %d\n", a_structure_in_a_structure(2), values_in_a_structure(2), values_for_itself(2));
	printf("%d %d %d\n", not_behind(2), count, total);
	return 0;
}
