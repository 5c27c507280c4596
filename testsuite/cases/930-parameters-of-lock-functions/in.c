/* Functions that take a mutex of a table: one beside each gives the mutex, with the same parameters, whatever comments
 * stand between them, or if they are declared in the old style. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[4] = { [0 ... 3] = PTHREAD_MUTEX_INITIALIZER };
static int counts[4];

static void lock_shard(unsigned char shard, // a byte, (no more
		       int why /* unused, ( */)
{
	(void)why;
	pthread_mutex_lock(&locks[shard]);
}

static void unlock_shard(unsigned char shard)
{
	pthread_mutex_unlock(&locks[shard]);
}

static void lock_old(shard, name)
	unsigned char shard; /* a byte */
	char *name;
{
	pthread_mutex_lock(&locks[shard + (*name == 'x')]);
}

static void unlock_old(shard, name)
	unsigned char shard;
	char *name;
{
	pthread_mutex_unlock(&locks[shard + (*name == 'x')]);
}

static void lock_by(int (*hash)(int, char), const unsigned char key[static 1])
{
	pthread_mutex_lock(&locks[hash(key[0], 'k') & 3]);
}

static void unlock_by(int (*hash)(int, char), const unsigned char key[static 1])
{
	pthread_mutex_unlock(&locks[hash(key[0], 'k') & 3]);
}

static int add(int a, char b)
{
	return a + b;
}

static int count(int n, char *name)
{
	unsigned char key = (unsigned char)n;
	int sum = 0;

	lock_shard(256 + n, 0);
	sum += counts[n]++;
	unlock_shard(256 + n);
	lock_old(256 + n, name);
	sum += counts[n];
	unlock_old(256 + n, name);
	lock_by(add, &key);
	sum *= 2;
	unlock_by(add, &key);
	return sum;
}

int main(void)
{
	printf("%d\n", count(1, "y") + count(2, "x") + count(1, "z"));
	return 0;
}
