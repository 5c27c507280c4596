#include <pthread.h>
#include <stdio.h>

#define LINES 4

struct line {
	pthread_mutex_t lock;
	int ready, runs;
	struct line *next;
};

static struct line lines[LINES];
static pthread_mutex_t row[LINES];
static int total, wanted, left;

/* A lock is kept in every round. */
static void stop_all(void)
{
	int i;

	for (i = 0; i < LINES; i++) {
		if (i == 2)
			continue;
		pthread_mutex_lock(&lines[i].lock);
		lines[i].ready = 0;
		total += i;
	}
}

static void start_all(void)
{
	int i;

	for (i = 0; i < LINES; i++) {
		if (i != 2)
			pthread_mutex_unlock(&lines[i].lock);
	}
}

/* All of them, and given back in the other order. */
static int sum_up(void)
{
	int i, sum = 0;

	for (i = 0; i < LINES; i++)
		pthread_mutex_lock(&row[i]);
	for (i = 0; i < LINES; i++)
		sum += lines[i].runs;
	for (i = LINES - 1; i >= 0; i--)
		pthread_mutex_unlock(&row[i]);
	return sum;
}

static void leave(int i)
{
	lines[i].runs += 10;
	left += pthread_mutex_unlock(&row[i]) == 0;
}

/* Some rounds hand the lock on, others give it back early or late. */
static int look(int late)
{
	int i, seen = 0;

	for (i = 0; i < LINES; i++) {
		pthread_mutex_lock(&row[i]);
		seen += lines[i].runs;
		if (lines[i].runs > 20) {
			leave(i);
			continue;
		}
		if (lines[i].ready) {
			pthread_mutex_unlock(&row[i]);
			continue;
		}
		lines[i].runs++;
		if (!wanted)
			pthread_mutex_unlock(&row[i]);
		total += late;
		if (wanted)
			pthread_mutex_unlock(&row[i]);
	}
	return seen;
}

/* Hand over hand. */
static int walk(int most)
{
	struct line *l = &lines[0];
	int seen = 0;

	pthread_mutex_lock(&l->lock);
	while (l->next && seen < most) {
		struct line *n = l->next;

		pthread_mutex_lock(&n->lock);
		n->runs++;
		seen++;
		pthread_mutex_unlock(&l->lock);
		l = n;
	}
	total += seen;
	pthread_mutex_unlock(&l->lock);
	return seen;
}

/* The name goes on to the next one before the release, which comes by another name. */
static int pass(int from)
{
	struct line *l = &lines[from], *was = l;
	int seen;

	pthread_mutex_lock(&l->lock);
	l->runs++;
	seen = l->runs;
	l = &lines[(from + 1) % LINES];
	seen += l->next != NULL;
	pthread_mutex_unlock(&was->lock);
	return seen;
}

/* What is declared in the loop is another one in each round. */
static int mark(int ready)
{
	int i, marked = 0;

	for (i = 0; i < LINES; i++) {
		struct line *l = &lines[i];

		pthread_mutex_lock(&l->lock);
		if (l->ready == ready) {
			marked++;
			continue;
		}
		l->ready = ready;
		l->runs++;
		pthread_mutex_unlock(&l->lock);
	}
	return marked;
}

static void *work(void *arg)
{
	int *seen = arg;

	for (int i = 0; i < 200; i++) {
		*seen += walk(LINES) + sum_up() % 2 * 0;
		look(0);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int i, one = 0, two = 0;

	for (i = 0; i < LINES; i++) {
		pthread_mutex_init(&lines[i].lock, NULL);
		pthread_mutex_init(&row[i], NULL);
		lines[i].next = i + 1 < LINES ? &lines[i + 1] : NULL;
	}
	printf("%d\n", sum_up());
	stop_all();
	start_all();
	printf("%d %d\n", look(2), total);
	wanted = 1;
	printf("%d %d\n", look(3), total);
	printf("%d %d %d\n", walk(2), walk(9), total);
	printf("%d %d\n", pass(1), pass(LINES - 1));
	printf("%d\n", mark(1));
	printf("%d\n", sum_up());
	for (i = 0; i < LINES; i++)
		lines[i].ready = 1;
	printf("%d\n", mark(1));
	for (i = 0; i < LINES; i++)
		pthread_mutex_unlock(&lines[i].lock);
	pthread_create(&thread, NULL, work, &one);
	work(&two);
	pthread_join(thread, NULL);
	printf("%d %d\n", one, two);
	return 0;
}
