/* Lock functions that find or make an object, and give it back locked: the client has the object first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MANY 8

typedef struct session {
	struct session *next;
	int id, found, given, bytes;
	pthread_mutex_t lock;
} session_t;

struct slot {
	int used, sum;
	pthread_mutex_t *mutex;
};

static session_t *sessions;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[MANY];
static struct slot slots[MANY];
static int misses;

/* with a reference, under the table's lock */
static session_t *session_find(int id)
{
	session_t *s;

	pthread_mutex_lock(&table_lock);
	for (s = sessions; s != NULL; s = s->next)
		if (s->id == id)
			break;
	if (s != NULL)
		s->found++;
	pthread_mutex_unlock(&table_lock);
	return s;
}

static session_t *session_lookup(int id)
{
	session_t *s = session_find(id);

	if (!s) {
		misses++;
		return NULL;
	}
	pthread_mutex_lock(&s->lock);
	return s;
}

session_t *session_acquire(int id)
{
	session_t *s;

	s = session_find(id);
	if (s != NULL)
		pthread_mutex_lock(&s->lock);
	return s;
}

static session_t *session_made(int id)
{
	session_t *s = calloc(1, sizeof(*s));

	if (s == NULL)
		abort();
	pthread_mutex_init(&s->lock, NULL);
	s->id = id;
	return s;
}

/* there always is one */
static session_t *session_new(int id)
{
	session_t *s = session_made(id);
	pthread_mutex_lock(&s->lock);
	return s;
}

static struct slot *slot_lock(int number)
{
	struct slot *slot = &slots[number % MANY];

	pthread_mutex_lock(slot->mutex);
	return slot;
}

static void slot_unlock(struct slot *slot)
{
	pthread_mutex_unlock(slot->mutex);
}

static void session_release(session_t *s)
{
	s->given++;
	pthread_mutex_unlock(&s->lock);
}

/* hand over hand: who deletes a session has both locks */
static session_t *session_over(int id)
{
	session_t *s;

	pthread_mutex_lock(&table_lock);
	for (s = sessions; s != NULL; s = s->next)
		if (s->id == id)
			break;
	if (s != NULL)
		pthread_mutex_lock(&s->lock);
	pthread_mutex_unlock(&table_lock);
	return s;
}

static int add(int id, int n)
{
	session_t *s = session_lookup(id);

	if (s == NULL)
		return -1;
	s->bytes += n;
	if (s->bytes > 1000) {
		pthread_mutex_unlock(&s->lock);
		return 0;
	}
	n = s->bytes;
	pthread_mutex_unlock(&s->lock);
	return n;
}

static int tested(int id, int n)
{
	session_t *s;

	if (!(s = session_acquire(id)))
		return -1;
	s->bytes += n;
	n = s->bytes;
	session_release(s);
	return n;
}

static int in_branch(int id, int n)
{
	session_t *s;

	s = session_acquire(id);
	if (s) {
		s->bytes += n;
		n = s->bytes;
		session_release(s);
	} else {
		n = -n;
	}
	return n;
}

static void begin(int id)
{
	session_t *s = session_new(id);
	s->bytes = 1;
	pthread_mutex_unlock(&s->lock);
	s->next = sessions;
	sessions = s;
}

static int slot_add(int number, int n)
{
	struct slot *slot;

	slot = slot_lock(number);
	slot->used++;
	slot->sum += n;
	n = slot->sum;
	slot_unlock(slot);
	return n;
}

/* it goes from one to the next */
static int sum(void)
{
	session_t *s;
	int id, all = 0;

	for (id = 0; id < 2 * MANY; id++) {
		s = session_lookup(id);
		if (s == NULL)
			continue;
		all += s->bytes;
		session_release(s);
	}
	return all;
}

/* it has another one when it gives back */
static int moves(int id)
{
	session_t *s = session_lookup(id), *other;

	if (s == NULL)
		return -1;
	other = s;
	s->bytes++;
	s = s->next;
	pthread_mutex_unlock(&other->lock);
	return s != NULL;
}

/* what it gets is no variable */
static int directly(int id)
{
	return session_lookup(id) != NULL;
}

static int over(int id, int n)
{
	session_t *s = session_over(id);

	if (s == NULL)
		return -1;
	s->bytes += n;
	pthread_mutex_unlock(&s->lock);
	return n;
}

/* it goes on without one, too */
static int perhaps(int id, int n)
{
	session_t *s = session_lookup(id);

	if (s == NULL)
		n = 0;
	n += misses;
	if (s != NULL)
		session_release(s);
	return n;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 20000; i++) {
		add(0, 0);
		tested(1, 1);
		in_branch(2, 1);
		slot_add(0, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[4];
	int i, n = 0;

	for (i = 0; i < MANY; i++) {
		pthread_mutex_init(&locks[i], NULL);
		slots[i].mutex = &locks[i];
		begin(i);
	}
	n += add(1, 2) + add(9, 3) * 3 + tested(2, 4) * 5 + tested(10, 5) * 7 + in_branch(3, 6) * 11 + in_branch(11, 7) * 13;
	n += slot_add(3, 8) * 17 + slot_add(11, 9) * 19 + sum() * 23 + over(4, 10) * 29 + add(5, 2000) + moves(6) * 31;
	n += perhaps(3, 7) + perhaps(33, 8);
	printf("%d %d\n", n, misses);
	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d\n", session_find(1)->bytes, session_find(2)->bytes, session_find(1)->given, slots[0].sum);
	printf("%d\n", directly(40));
	return 0;
}
