/* Shapes of sections. The comment at an acquisition says what the analysis must find. */
#include <pthread.h>
#include <stddef.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct item *first;
	int length;
};

struct item {
	struct item *next;
};

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void queue_init(struct queue *q);
int straight(int by);
struct item *pop(struct queue *q);
int search(struct queue *q, struct item *wanted);
int common_label(struct queue *q, int n);
struct item *wait_for(struct queue *q);
int always_exits(struct queue *q);
int nested(struct queue *q);
void by_case(int what);
int two(struct queue *q);
int next_value(void);
void attempt(int by);
int attempt_or_leave(int by);
void every_branch(struct queue *q, int c);
void section_in_tail(int c);
int pauses(struct queue *q);
int give_and_take(struct queue *q);
int tail_releases_outer(int c);
struct item *locked_first(struct queue *q);
void give_back(struct queue *q);
int keeps_on_success(struct queue *q, int c);
int keeps_or_releases(struct queue *q, int c);
int takes_other_in_between(struct queue *q);

void queue_init(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->filled, NULL);
}

int straight(int by)
{
	int result;

	pthread_mutex_lock(&counter_lock); /* straight_cs none | by in, result out | */
	counter += by;
	result = counter;
	pthread_mutex_unlock(&counter_lock);
	return result;
}

struct item *pop(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&q->lock); /* pop_cs none | q in, it out | return NULL; */
	it = q->first;
	if (!it) {
		pthread_mutex_unlock(&q->lock);
		return NULL;
	}
	q->first = it->next;
	pthread_mutex_unlock(&q->lock);
	return it;
}

int search(struct queue *q, struct item *wanted)
{
	int found = 0;

	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&q->lock); /* search_cs none | q in, wanted in, found in-out, i in | continue;, break;, goto out; */
		if (!q->first) {
			pthread_mutex_unlock(&q->lock);
			continue;
		}
		for (struct item *it = q->first; it; it = it->next)
			if (it == wanted) {
				found++;
				break;
			}
		if (found > 1) {
			pthread_mutex_unlock(&q->lock);
			break;
		}
		if (i == 2) {
			pthread_mutex_unlock(&q->lock);
			goto out;
		}
		pthread_mutex_unlock(&q->lock);
	}
out:
	return found;
}

int common_label(struct queue *q, int n)
{
	int error = -1;

	pthread_mutex_lock(&q->lock); /* common_label_cs none | q in, n in, error in-out | */
	if (n < 0)
		goto out;
	q->length = n;
	error = 0;
out:
	pthread_mutex_unlock(&q->lock);
	return error;
}

struct item *wait_for(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&q->lock); /* wait_for_cs none | q in, it out | */
	while (!q->first)
		pthread_cond_wait(&q->filled, &q->lock);
	it = q->first;
	pthread_mutex_unlock(&q->lock);
	return it;
}

int always_exits(struct queue *q)
{
	pthread_mutex_lock(&q->lock); /* always_exits_cs none | q in | return 1;, return 0; */
	if (q->first) {
		pthread_mutex_unlock(&q->lock);
		return 1;
	} else {
		pthread_mutex_unlock(&q->lock);
		return 0;
	}
}

int nested(struct queue *q)
{
	int n;

	pthread_mutex_lock(&q->lock); /* nested_queue_cs none | q in, n out | */
	pthread_mutex_lock(&counter_lock); /* nested_counter_cs none | n out | */
	n = counter;
	pthread_mutex_unlock(&counter_lock);
	q->length = n;
	pthread_mutex_unlock(&q->lock);
	return n;
}

void by_case(int what)
{
	switch (what) {
	case 1:
		pthread_mutex_lock(&counter_lock); /* by_case_cs none | | */
		counter++;
		pthread_mutex_unlock(&counter_lock);
		break;
	default:
		break;
	}
}

int two(struct queue *q)
{
	pthread_mutex_lock(&q->lock); /* two_queue_1_cs none | q in | */
	q->length++;
	pthread_mutex_unlock(&q->lock);
	pthread_mutex_lock(&q->lock); /* two_queue_2_cs none | q in | */
	q->length--;
	pthread_mutex_unlock(&q->lock);
	return 0;
}

int next_value(void)
{
	pthread_mutex_lock(&counter_lock); /* next_value_cs none | next out* | */
	int next = ++counter;
	pthread_mutex_unlock(&counter_lock);
	return next;
}

struct item *locked_first(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&q->lock); /* locked_first_cs none | q in, it out | return it;! */
	it = q->first;
	return it;
}

void give_back(struct queue *q)
{
	q->length++;
	pthread_mutex_unlock(&q->lock);
}

int keeps_on_success(struct queue *q, int c)
{
	int locked = 0, value = 0;

	pthread_mutex_lock(&q->lock); /* keeps_on_success_cs none | q in, c in, locked out, value in-out | goto error;!, return 2; */
	locked = 1;
	if (c)
		goto error;
	if (q->length) {
		pthread_mutex_unlock(&q->lock);
		return 2;
	}
	value = q->length;
	pthread_mutex_unlock(&q->lock);
	return value;
error:
	if (locked)
		pthread_mutex_unlock(&q->lock);
	return value;
}

int takes_other_in_between(struct queue *q)
{
	struct item *it;

	pthread_mutex_lock(&counter_lock); /* takes_other_in_between_cs none | q in, it out | */
	it = locked_first(q);
	counter++;
	pthread_mutex_unlock(&counter_lock);
	give_back(q);
	return it != NULL;
}

int tail_releases_outer(int c)
{
	pthread_mutex_lock(&counter_lock); /* tail_releases_outer_counter_cs none | c in | return 1; */
	pthread_mutex_lock(&other_lock); /* tail_releases_outer_other_cs none | c in | return 1; */
	if (c) {
		pthread_mutex_unlock(&other_lock);
		pthread_mutex_unlock(&counter_lock);
		return 1;
	}
	pthread_mutex_unlock(&other_lock);
	pthread_mutex_unlock(&counter_lock);
	return 0;
}

void attempt(int by)
{
	if (pthread_mutex_trylock(&counter_lock) == 0) { /* attempt_cs? none | by in | */
		counter += by;
		pthread_mutex_unlock(&counter_lock);
	}
}

int attempt_or_leave(int by)
{
	if (pthread_mutex_trylock(&counter_lock)) /* attempt_or_leave_cs? none | by in | return 2; */
		return 1;
	if (counter > by) {
		pthread_mutex_unlock(&counter_lock);
		return 2;
	}
	counter += by;
	pthread_mutex_unlock(&counter_lock);
	return 0;
}

void every_branch(struct queue *q, int c)
{
	if (c) {
		pthread_mutex_lock(&q->lock); /* every_branch_cs none | q in | !, */
		if (q->first) {
			q->length++;
		} else {
			pthread_mutex_unlock(&q->lock);
			q->length = 0;
		}
	}
}

void section_in_tail(int c)
{
	pthread_mutex_lock(&other_lock); /* section_in_tail_other_cs none | c in | */
	if (c) {
		pthread_mutex_unlock(&other_lock);
		pthread_mutex_lock(&counter_lock); /* section_in_tail_counter_cs none | | */
		counter++;
		pthread_mutex_unlock(&counter_lock);
		return;
	}
	counter--;
	pthread_mutex_unlock(&other_lock);
}

int pauses(struct queue *q)
{
	int seen = 0, worst = 0;

	pthread_mutex_lock(&q->lock); /* pauses_cs none | q in, seen in-out, worst in, it out* | goto out;, pthread_mutex_lock(&q->lock);(it) */
	while (q->length > 0) {
		struct item *it = q->first;

		seen++;
		if (worst > 3) {
			pthread_mutex_unlock(&q->lock);
			goto out;
		}
		pthread_mutex_unlock(&q->lock);
		worst += it != NULL;
		if (worst > 9)
			return worst;
		pthread_mutex_lock(&q->lock);
		q->first = it->next;
	}
	pthread_mutex_unlock(&q->lock);
out:
	return seen + worst;
}

int give_and_take(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
	q->length++;
	pthread_mutex_lock(&q->lock);
	return q->length;
}

int keeps_or_releases(struct queue *q, int c)
{
	pthread_mutex_lock(&q->lock); /* keeps_or_releases_cs none | c in | return 1;!, return 1; */
	if (c > 2)
		return 1;
	if (c > 1) {
		pthread_mutex_unlock(&q->lock);
		return 1;
	}
	pthread_mutex_unlock(&q->lock);
	return 0;
}
