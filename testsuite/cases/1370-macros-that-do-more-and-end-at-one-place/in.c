/* Sections that end at one place: by a lock macro that does more, and because what follows stays in place. */
#include <alloca.h>
#include <pthread.h>
#include <stdio.h>

struct box {
	pthread_mutex_t lock;
	long n, held;
};

#define BOX_LOCK(b) do { pthread_mutex_lock(&(b)->lock); (b)->held = 1; } while (0)
#define BOX_UNLOCK(b) do { (b)->held = 0; pthread_mutex_unlock(&(b)->lock); } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { .lock = PTHREAD_MUTEX_INITIALIZER }, other = { .lock = PTHREAD_MUTEX_INITIALIZER };
static long total;

static long cut(long n)
{
	long *room;

	pthread_mutex_lock(&m);
	total += n;
	BOX_LOCK(&box);
	box.n += total;
	BOX_UNLOCK(&box);
	room = alloca(sizeof(*room));
	*room = total;
	n += *room;
	pthread_mutex_unlock(&m);
	return n;
}

static long cut_in_another(long n)
{
	long *room;

	BOX_LOCK(&other);
	other.n += n;
	BOX_LOCK(&box);
	box.n += other.n;
	BOX_UNLOCK(&box);
	room = alloca(sizeof(*room));
	*room = other.n;
	n += *room;
	BOX_UNLOCK(&other);
	return n;
}

static long both_at_once(long n)
{
	BOX_LOCK(&other);
	BOX_LOCK(&box);
	box.n += n;
	other.n -= n;
	if (n == 3) {
		BOX_UNLOCK(&box);
		BOX_UNLOCK(&other);
		return box.n;
	}
	if (n == 4) {
		BOX_UNLOCK(&other);
		BOX_UNLOCK(&box);
		return other.n;
	}
	BOX_UNLOCK(&box);
	BOX_UNLOCK(&other);
	return n;
}

static long in_a_plain_one(long n)
{
	pthread_mutex_lock(&m);
	BOX_LOCK(&box);
	box.n += n;
	total++;
	if (n == 2) {
		BOX_UNLOCK(&box);
		pthread_mutex_unlock(&m);
		return 7;
	}
	BOX_UNLOCK(&box);
	pthread_mutex_unlock(&m);
	return n;
}

static long around_a_plain_one(long n)
{
	BOX_LOCK(&box);
	pthread_mutex_lock(&m);
	box.n += n;
	total++;
	if (n == 2) {
		pthread_mutex_unlock(&m);
		BOX_UNLOCK(&box);
		return 8;
	}
	pthread_mutex_unlock(&m);
	BOX_UNLOCK(&box);
	return n;
}

int main(void)
{
	printf("%ld %ld\n", cut(2), cut_in_another(3));
	printf("%ld %ld %ld\n", both_at_once(2), both_at_once(3), both_at_once(4));
	printf("%ld %ld %ld %ld\n", in_a_plain_one(1), in_a_plain_one(2), around_a_plain_one(1), around_a_plain_one(2));
	printf("%ld %ld %ld %ld %ld\n", total, box.n, other.n, box.held, other.held);
	return 0;
}
