#include <pthread.h>
#include <stdio.h>

#ifdef ON_FLOPPIES
#define UNUSED(x) ((void)(x))
#endif

struct store {
	pthread_mutex_t lock;
	int disk[4];
	int n;
};

static struct store store = { PTHREAD_MUTEX_INITIALIZER, { 3, 5, 7, 9 }, 4 };

/* one branch says that it has no use for i */
static int known(struct store *s, int disk)
{
	int i = 0;
	int found = -1;

#ifdef ON_FLOPPIES
	UNUSED(i);
	UNUSED(s);
	found = disk;
#else
	pthread_mutex_lock(&s->lock);
	for (i = 0; i < s->n; i++) {
		if (s->disk[i] == disk) {
			pthread_mutex_unlock(&s->lock);
			return disk;
		}
	}
	pthread_mutex_unlock(&s->lock);
#endif
	return found;
}

/* so does one of three, in a block of its own; last is the section's alone */
static int sum(struct store *s, int most)
{
	int total = 0;

	if (most > 0) {
		int i;
		int last;

#if defined(ON_TAPES) && ON_TAPES > 1
		total = most;
#elif defined(ON_FLOPPIES)
		for (i = 0; i < most; i++)
			puts("floppy");
#ifdef LOUD
		printf("%d\n", i);
#endif
#else
		pthread_mutex_lock(&s->lock);
		for (i = 0; i < s->n && i < most; i++)
			total += s->disk[i];
		last = i;
		s->n = last;
		pthread_mutex_unlock(&s->lock);
#endif
	}
	return total;
}

/* what comes behind the section may want its value, in another build */
static int shown(struct store *s)
{
	int i;

	pthread_mutex_lock(&s->lock);
	for (i = 0; i < s->n; i++)
		s->disk[i]++;
	pthread_mutex_unlock(&s->lock);
#ifdef LOUD
	printf("%d\n", i);
#endif
	return s->n;
}

/* both branches name it: it stays where it is */
static int both(struct store *s)
{
	int i;

	pthread_mutex_lock(&s->lock);
	for (i = 0; i < s->n; i++)
		s->disk[i]++;
	pthread_mutex_unlock(&s->lock);
#ifdef ON_FLOPPIES
	for (i = 0; i < 2; i++)
		puts("floppy");
#else
	for (i = 0; i < 3; i++)
		s->disk[0] += i;
#endif
	return s->disk[0];
}

int main(void)
{
	printf("%d", known(&store, 5));
	printf(" %d", known(&store, 6));
	printf(" %d", sum(&store, 3));
	printf(" %d", both(&store));
	printf(" %d\n", shown(&store));
	return 0;
}
