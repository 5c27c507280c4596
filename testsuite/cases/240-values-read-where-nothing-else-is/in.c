/* What a section has for itself has one use left outside: that is no declaration. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 40, last;

/* a parameter that is read before, and never again */
static int parameter(int old)
{
	last = old;
	pthread_mutex_lock(&lock);
	old = total;
	total = old + 1;
	pthread_mutex_unlock(&lock);
	return last;
}

/* what begins with another variable's declaration, which hides one */
static int initialiser(int old)
{
	int kept = 1;

	{
		int kept = old;

		pthread_mutex_lock(&lock);
		old = total;
		total = old + 2;
		pthread_mutex_unlock(&lock);
		last = kept;
	}
	return kept + last;
}

/* a member of that name */
static unsigned long member(int old)
{
	int first;

	{
		struct {
			char first;
			int old;
		} both = { 3, 4 };

		pthread_mutex_lock(&lock);
		old = total;
		total = old + 3;
		pthread_mutex_unlock(&lock);
		first = both.first;
	}
	return sizeof(int) * first;
}

/* what stands behind an else, and sizes */
static int others(int old)
{
	int size = 0;

	{
		if (total > 1000)
			size = 7;
		else
			old++;
		{
			char of[sizeof(old)] = { 0 };

			pthread_mutex_lock(&lock);
			old = total;
			total = old + 4;
			pthread_mutex_unlock(&lock);
			size += (int)sizeof(of);
		}
	}
	return size;
}

/* and those that are declared for it go with it */
static int declared(void)
{
	int n = 2, old, m = 3;
	unsigned long *where;

	pthread_mutex_lock(&lock);
	old = total;
	total = old + n;
	where = (unsigned long *)&last;
	(void)where;
	pthread_mutex_unlock(&lock);
	return n + m;
}

int main(void)
{
	int made = parameter(5);

	printf("%d ", made);
	made = initialiser(7);
	printf("%d ", made);
	printf("%lu ", member(3));
	printf("%d ", others(3));
	printf("%d %d\n", declared(), total);
	return 0;
}
