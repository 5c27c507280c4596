#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct item {
	unsigned hash;
	unsigned weight;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item items[8];
static struct item *kept;
static unsigned made;

static unsigned find(const struct item *wanted)
{
	unsigned at = 0;

	while (at < 7 && items[at].hash != wanted->hash && items[at].weight)
		at++;
	return at;
}

/* The address of what is declared in the section goes to a function that does not keep it. */
static unsigned add(unsigned hash)
{
	pthread_mutex_lock(&lock);
	struct item wanted = { .hash = hash, .weight = 1 };
	unsigned at = find(&wanted);
	items[at].hash = hash;
	made++;
	pthread_mutex_unlock(&lock);

	return at + wanted.hash + find(&wanted) * wanted.weight;
}

static void read_into(unsigned *to, unsigned from)
{
	memcpy(to, &from, sizeof(from));
}

/* The client alone takes the addresses. */
static unsigned stop(unsigned by)
{
	unsigned sum = 0;

	pthread_mutex_lock(&lock);
	if (made > 3) {
		unsigned got;
		unsigned wanted = by * 2;

		pthread_mutex_unlock(&lock);
		read_into(&got, by);
		read_into(&sum, wanted);
		sum += got;
	} else {
		pthread_mutex_unlock(&lock);
	}
	return sum;
}

static void keep(struct item *one)
{
	kept = one;
}

/* The address is kept, but nobody can use it behind the section. */
static unsigned use_kept(unsigned hash)
{
	pthread_mutex_lock(&lock);
	struct item own = { .hash = hash, .weight = made };
	keep(&own);
	kept->weight += 2;
	unsigned weight = own.weight;
	pthread_mutex_unlock(&lock);
	return weight;
}

/* Here it is used behind it. */
static unsigned use_kept_later(unsigned hash)
{
	pthread_mutex_lock(&lock);
	struct item own = { .hash = hash, .weight = made };
	keep(&own);
	pthread_mutex_unlock(&lock);
	return kept->weight;
}

/* What follows asks for the alignment that the declaration gives. */
static unsigned aligned(unsigned n)
{
	pthread_mutex_lock(&lock);
	_Alignas(64) unsigned value = made + n;
	pthread_mutex_unlock(&lock);
	return value + ((unsigned long)&value & 63);
}

/* A condition must stay where it is. */
static unsigned nap(unsigned n)
{
	struct timespec until = { .tv_sec = 1 };
	unsigned naps = 0;

	pthread_mutex_lock(&lock);
	pthread_cond_t never = PTHREAD_COND_INITIALIZER;
	while (naps < n)
		naps += pthread_cond_timedwait(&never, &lock, &until) != 0;
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&never);
	return naps;
}

int main(void)
{
	unsigned sum = 0;

	for (unsigned n = 1; n < 8; n++)
		sum += add(n * 3 % 5 + 1) + stop(n) + use_kept(n) + use_kept_later(n) + nap(n) + aligned(n);
	printf("%u %u\n", sum, made);
	return 0;
}
