#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct anchor {
	pthread_mutex_t lock;
	int keys, good;
	const char *name;
	struct anchor *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct anchor anchors[4] = {
	{ PTHREAD_MUTEX_INITIALIZER, 1, 1, "one", &anchors[1] },
	{ PTHREAD_MUTEX_INITIALIZER, 0, 0, "none", &anchors[2] },
	{ PTHREAD_MUTEX_INITIALIZER, 3, 0, "three", &anchors[3] },
	{ PTHREAD_MUTEX_INITIALIZER, 2, 1, "two", NULL },
};
static struct anchor *first = anchors;
static const char *last_said;
static int forgotten, counted;

static void spell(const char *name, char *into)
{
	strcpy(into, name);
	last_said = into;
}

static void forget(struct anchor *a)
{
	forgotten += a->keys + (int)strlen(last_said);
}

/* The buffer lives on in what follows the inner release, in the middle of the loop's body. */
static int assemble(void)
{
	struct anchor *a;
	struct anchor *next;
	int kept = 0;

	pthread_mutex_lock(&lock);
	a = first;
	while (a) {
		next = a->next;
		pthread_mutex_lock(&a->lock);
		if (!a->keys) {
			pthread_mutex_unlock(&a->lock);
			a = next;
			continue;
		}
		counted += a->keys;
		if (!a->good) {
			char b[16];
			spell(a->name, b);
			printf("%s is not good\n", b);
			pthread_mutex_unlock(&a->lock);
			forget(a);
			a = next;
			continue;
		}
		kept++;
		pthread_mutex_unlock(&a->lock);
		a = next;
	}
	pthread_mutex_unlock(&lock);
	return kept;
}

/* The same without a section around it, two of them in one block, and one of them left by two ways. */
static int named(struct anchor *a)
{
	int n = 0;

	n++;
	pthread_mutex_lock(&a->lock);
	if (a->keys > 2) {
		char b[16];
		spell(a->name, b);
		pthread_mutex_unlock(&a->lock);
		forget(a);
		return n;
	}
	a->keys++;
	pthread_mutex_unlock(&a->lock);
	n++;
	pthread_mutex_lock(&a->lock);
	if (a->keys > 1) {
		char b[16];
		char *at = b;
		spell(a->name, at);
		if (a->good) {
			pthread_mutex_unlock(&a->lock);
			forget(a);
			return n;
		}
		pthread_mutex_unlock(&a->lock);
		forget(a);
		return n + (int)strlen(at);
	}
	a->keys++;
	pthread_mutex_unlock(&a->lock);
	return n + 1;
}

/* Behind a label. */
static int again(struct anchor *a)
{
	int rounds = 0;

retry:
	pthread_mutex_lock(&a->lock);
	if (rounds < 2) {
		char b[16];
		spell(a->name, b);
		rounds++;
		pthread_mutex_unlock(&a->lock);
		forget(a);
		goto retry;
	}
	a->keys += rounds;
	pthread_mutex_unlock(&a->lock);
	return a->keys;
}

int main(void)
{
	int n;

	for (n = 0; n < 2; n++)
		printf("%d\n", assemble());
	for (n = 0; n < 4; n++)
		printf("%d\n", named(&anchors[n]));
	printf("%d %d %d\n", again(&anchors[0]), forgotten, counted);
	return 0;
}
