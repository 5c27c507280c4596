#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first = 2, second = 3, dropped;

static int take(int *p)
{
	return (*p)-- > 2;
}

/* What the variable was given before has no use, but without one the compiler would complain of it. */
static void get(int id)
{
	int *p;

	p = NULL;
	pthread_mutex_lock(&lock);
	if (id == 0)
		p = &first;
	else
		p = &second;
	if (p == NULL || !take(p))
		dropped++;
	pthread_mutex_unlock(&lock);
}

/* A declaration goes with the section, unless it does something. */
static void swap(void)
{
	int *p = NULL, taken = take(&first);

	pthread_mutex_lock(&lock);
	p = &first;
	taken = *p;
	*p = second;
	second = taken;
	pthread_mutex_unlock(&lock);
}

/* Here it has one. */
static int both(int id)
{
	int n = id + 1;

	printf("%d\n", n);
	pthread_mutex_lock(&lock);
	n = first + second;
	dropped += n;
	pthread_mutex_unlock(&lock);
	return id;
}

/* Nobody has given it a value where the section is first entered. */
static void rounds(int last)
{
	int n, i;

	for (i = 0; i < last; i++) {
		pthread_mutex_lock(&lock);
		n = first + i;
		dropped += n;
		pthread_mutex_unlock(&lock);
	}
}

int main(void)
{
	get(0);
	get(1);
	swap();
	rounds(both(3));
	printf("%d %d %d\n", first, second, dropped);
	return 0;
}
