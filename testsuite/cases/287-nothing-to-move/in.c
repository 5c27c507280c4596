#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct zone {
	pthread_mutex_t lock;
	int name, uses;
	struct zone *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t whole = PTHREAD_MUTEX_INITIALIZER;
static struct zone *zones;
static int lookups, starts;

static struct zone *find(int name)
{
	struct zone *z = zones;

	while (z && z->name != name)
		z = z->next;
	return z;
}

/* Both of these take the lock of what they find, for their callers. */
static struct zone *find_locked(int name)
{
	struct zone *z;

	pthread_mutex_lock(&lock);
	z = find(name);
	lookups++;
	if (z)
		pthread_mutex_lock(&z->lock);
	pthread_mutex_unlock(&lock);
	if (!z)
		return NULL;
	return z->next ? z : NULL;
}

static struct zone *make_locked(int name)
{
	struct zone *z = calloc(1, sizeof(*z));

	if (!z)
		exit(1);
	pthread_mutex_init(&z->lock, NULL);
	z->name = name;
	z->next = zones;
	zones = z;
	pthread_mutex_lock(&z->lock);
	return z;
}

static void begin(void)
{
	starts++;
	pthread_mutex_lock(&whole);
}

/* This one counts what it has taken. */
static void begin_counted(void)
{
	pthread_mutex_lock(&whole);
	if (starts > 2)
		starts--;
}

static void end(void)
{
	pthread_mutex_unlock(&whole);
}

int main(void)
{
	for (int name = 0; name < 4; name++) {
		struct zone *z = make_locked(name);

		z->uses++;
		pthread_mutex_unlock(&z->lock);
	}
	for (int name = 1; name < 4; name++) {
		struct zone *z = find_locked(name);

		if (z) {
			z->uses += name;
			printf("%d %d\n", z->name, z->uses);
			pthread_mutex_unlock(&z->lock);
		}
	}
	begin();
	lookups++;
	end();
	begin_counted();
	lookups++;
	end();
	printf("%d %d\n", lookups, starts);
	return 0;
}
