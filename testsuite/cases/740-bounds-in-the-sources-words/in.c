/* The bounds of arrays are handed over in the source's own words, where these say the same before the function. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LEN 16
#define SMALL 9
#define TWICE(n) (2 * (n))

enum { ROWS = 3 };

struct entry {
	long key;
	char name[8];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char seen[LEN];

static int filled(int k)
{
	char buf[LEN], grid[ROWS][LEN + 1];
	char words[sizeof(struct entry) * 2] = "", *names[LEN];
	int local[] = { 1, 2, 3 };
	int (*rows)[ROWS] = &local;

	pthread_mutex_lock(&lock);
	memset(buf, k, sizeof(buf));
	memset(words, k, sizeof(words));
	memset(grid, k, sizeof(grid));
	names[1] = buf;
	memcpy(seen, buf, sizeof(seen));
	local[1] += (*rows)[0];
	pthread_mutex_unlock(&lock);
	return buf[0] + grid[1][1] + local[1] + names[1][2] + words[0];
}

/* what these ask for is the function's own */
static int own(int k)
{
	enum { FEW = 2 };
	char few[FEW], many[TWICE(LEN)];

	pthread_mutex_lock(&lock);
	memset(few, k, sizeof(few));
	memset(many, k, sizeof(many));
	pthread_mutex_unlock(&lock);
	return few[1] + many[2];
}

static int sized(int k)
{
	struct entry entry = { k, "" };
	char copy[sizeof(entry.name)], more[TWICE(sizeof(struct entry))];

	pthread_mutex_lock(&lock);
	memset(copy, k, sizeof(copy));
	memset(more, k, sizeof(more));
	pthread_mutex_unlock(&lock);
	return copy[1] + more[2] + (int)entry.key;
}

static int defined(int k)
{
#undef SMALL
#define SMALL 4
	char few[SMALL];

	pthread_mutex_lock(&lock);
	memset(few, k, sizeof(few));
	pthread_mutex_unlock(&lock);
	return few[1];
}

int main(void)
{
	printf("%d %d %d %d %zu\n", filled(1), own(2), sized(3), defined(4), sizeof(seen));
	return 0;
}
