#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

struct item {
	unsigned hash;
	unsigned weight;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
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

struct add_cs {              /* lock, in.c:28-33 */
	unsigned hash;       /* in */
	struct item wanted;  /* out */
	unsigned at;         /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	unsigned hash = cs->hash;
	struct item wanted = { .hash = hash, .weight = 1 };
	unsigned at = find(&wanted);
	items[at].hash = hash;
	made++;
	cs->wanted = wanted;
	cs->at = at;
	return 0;
}

/* The address of what is declared in the section goes to a function that does not keep it. */
static unsigned add(unsigned hash)
{
	struct item wanted;
	unsigned at;
	struct add_cs cs = { .hash = hash };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	wanted = cs.wanted;
	at = cs.at;

	return at + wanted.hash + find(&wanted) * wanted.weight;
}

static void read_into(unsigned *to, unsigned from)
{
	memcpy(to, &from, sizeof(from));
}

struct stop_cs {          /* lock, in.c:48-58 */
	unsigned by;      /* in */
	unsigned wanted;  /* out */
};

static int stop_cs(void *ctx)
{
	struct stop_cs *cs = ctx;
	unsigned by = cs->by;

	if (made > 3) {
		unsigned wanted = by * 2;

		cs->wanted = wanted;
		return 1;
	} else {
		return 2;
	}
}

/* The client alone takes the addresses. */
static unsigned stop(unsigned by)
{
	unsigned sum = 0;

	struct stop_cs cs = { .by = by };
	int way = rcl_exec_anon(&lock, stop_cs, &cs, sizeof(cs));

	if (way == 1) {
		unsigned got;
		unsigned wanted = cs.wanted;
		read_into(&got, by);
		read_into(&sum, wanted);
		sum += got;
	}
	return sum;
}

static void keep(struct item *one)
{
	kept = one;
}

struct use_kept_cs {      /* lock, in.c:71-76 */
	unsigned hash;    /* in */
	unsigned weight;  /* out */
};

static int use_kept_cs(void *ctx)
{
	struct use_kept_cs *cs = ctx;
	unsigned hash = cs->hash;
	struct item own = { .hash = hash, .weight = made };
	keep(&own);
	kept->weight += 2;
	unsigned weight = own.weight;
	cs->weight = weight;
	return 0;
}

/* The address is kept, but nobody can use it behind the section. */
static unsigned use_kept(unsigned hash)
{
	unsigned weight;
	struct use_kept_cs cs = { .hash = hash };
	rcl_exec_anon(&lock, use_kept_cs, &cs, sizeof(cs));
	weight = cs.weight;
	return weight;
}

/* Here it is used behind it. */
static unsigned use_kept_later(unsigned hash)
{
	rcl_lock(&lock);
	struct item own = { .hash = hash, .weight = made };
	keep(&own);
	rcl_unlock(&lock);
	return kept->weight;
}

/* What follows asks for the alignment that the declaration gives. */
static unsigned aligned(unsigned n)
{
	rcl_lock(&lock);
	_Alignas(64) unsigned value = made + n;
	rcl_unlock(&lock);
	return value + ((unsigned long)&value & 63);
}

/* A condition must stay where it is. */
static unsigned nap(unsigned n)
{
	struct timespec until = { .tv_sec = 1 };
	unsigned naps = 0;

	rcl_lock(&lock);
	rcl_cond_t never = RCL_COND_INITIALIZER;
	while (naps < n)
		naps += rcl_cond_timedwait(&never, &lock, &until) != 0;
	rcl_unlock(&lock);
	rcl_cond_destroy(&never);
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
