/* The bound of an array may ask for the size of what the section has by its address. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3;

static int copied(int n)
{
	char name[20] = "ab";
	int seen;

	pthread_mutex_lock(&lock);
	name[0]++;
	char copy[sizeof(name)];
	memcpy(copy, name, sizeof copy);
	seen = copy[0] + (int)sizeof copy + n;
	shared++;
	pthread_mutex_unlock(&lock);
	return seen;
}

static int counted(int n)
{
	static const char *const names[] = { "a", "bc", "def" };
	int seen;

	pthread_mutex_lock(&lock);
	int all[COUNT(names)];
	all[1] = (int)strlen(names[n % 3]);
	seen = (int)sizeof all + all[1];
	shared++;
	pthread_mutex_unlock(&lock);
	return seen;
}

/* these are known to be used */
static int indexed(int n)
{
	int all[5] = { n }, i = 1, *p = &i;

	pthread_mutex_lock(&lock);
	all[i] = 3;
	all[all[i] % 2] += i;
	*p += 1;
	{
		int i = 2, more[2];

		more[i - 1] = all[i];
		shared += more[1];
	}
	pthread_mutex_unlock(&lock);
	return all[1] + i;
}

int main(void)
{
	for (int n = 1; n < 4; n++)
		printf("%d %d %d\n", copied(n), counted(n), indexed(n));
	return 0;
}
