#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct box {
	pthread_mutex_t lock;
	int n;
	char name[8];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3, "box" };
static const char *last_said;
static int total;

static void spell(const char *name, char *into)
{
	strcpy(into, name);
	last_said = into;
}

static void forget(void)
{
	total += (int)strlen(last_said);
}

/* A buffer of each of two blocks, both used behind their sections. */
static int both(int n)
{
	if (n > 1) {
		pthread_mutex_lock(&lock);
		char b[16];
		spell("more", b);
		pthread_mutex_unlock(&lock);
		forget();
		return b[0];
	} else {
		pthread_mutex_lock(&lock);
		char b[16];
		spell("less", b);
		pthread_mutex_unlock(&lock);
		forget();
		return b[1];
	}
}

/* A number of each of two rounds. */
static int values(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		int had = total;
		total++;
		pthread_mutex_unlock(&lock);
		sum += had;
	}
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		int had = total;
		total--;
		pthread_mutex_unlock(&lock);
		sum -= had;
	}
	return sum;
}

/* Behind a label, in the section's own block. */
static int again(void)
{
	int rounds = 0;

retry:
	pthread_mutex_lock(&lock);
	char b[16];
	spell(rounds ? "once more" : "once", b);
	rounds++;
	pthread_mutex_unlock(&lock);
	forget();
	if (rounds < 3)
		goto retry;
	return b[4];
}

/* The block around it has a variable of that name, by which the mutex is named: there the section ends, with the lock. */
static int named_by_another(struct box *b)
{
	struct box *own = b;

	pthread_mutex_lock(&b->lock);
	if (b->n > 2) {
		char b[16];
		spell("big", b);
		pthread_mutex_unlock(&own->lock);
		forget();
		return 1;
	}
	b->n++;
	pthread_mutex_unlock(&b->lock);
	return 0;
}

/* The section uses two variables of that name. */
static int two_inside(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 2) {
		char b[16];
		spell("big", b);
		pthread_mutex_unlock(&lock);
		forget();
		return 1;
	}
	if (n > 1) {
		char b[8];
		spell("small", b);
		total += b[0];
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

/* The block around it has one, too, which is used behind. */
static int outside(int n)
{
	char b[8] = "out";

	pthread_mutex_lock(&lock);
	total += n;
	if (n > 2) {
		char b[16];
		spell("big", b);
		pthread_mutex_unlock(&lock);
		forget();
		return b[2];
	}
	pthread_mutex_unlock(&lock);
	return b[1];
}

/* The section waits in its loop, with the buffer kept over that. */
static int beside(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	while (n-- > 0) {
		char b[16];
		spell("kept", b);
		pthread_mutex_unlock(&lock);
		forget();
		pthread_mutex_lock(&lock);
		sum += b[0];
	}
	pthread_mutex_unlock(&lock);
	for (n = 0; n < 2; n++) {
		char b[4] = { (char)n, 0, 0, 0 };
		sum += b[0];
	}
	return sum;
}

int main(void)
{
	printf("%d %d\n", both(1), both(2));
	printf("%d\n", values(4));
	printf("%d\n", again());
	printf("%d\n", named_by_another(&box));
	printf("%d %d %d\n", two_inside(1), two_inside(2), two_inside(3));
	printf("%d %d\n", outside(1), outside(3));
	printf("%d %d\n", beside(3), total);
	return 0;
}
