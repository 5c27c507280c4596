#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct part {
	int on, off;
};

struct whole {
	struct part parts[2];
	int on;
};

union view {
	struct part part;
	long number;
};

struct apart {
	int on, off;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static struct apart apart;

/* Each takes the lock under a condition that does not hold any more where the lock is given back: it keeps it. */
static void by_union(struct part *p, union view *v)
{
	if (p->on)
		pthread_mutex_lock(&m);
	shared++;
	v->number = 0;
	if (p->on)
		pthread_mutex_unlock(&m);
}

static void by_part(struct whole *w, struct part *p)
{
	if (w->parts[1].on)
		pthread_mutex_lock(&m);
	shared++;
	*p = (struct part){0, 2};
	if (w->parts[1].on)
		pthread_mutex_unlock(&m);
}

static void by_copy(struct part *p, struct whole *w)
{
	if (p->on)
		pthread_mutex_lock(&m);
	shared++;
	memset(w, 0, sizeof(*w));
	if (p->on)
		pthread_mutex_unlock(&m);
}

static void clear(void *of, size_t n)
{
	memset(of, 0, n);
}

static void by_function(struct part *p, struct whole *w)
{
	if (p->on)
		pthread_mutex_lock(&m);
	shared++;
	clear(w, sizeof(*w));
	if (p->on)
		pthread_mutex_unlock(&m);
}

static void by_offset(struct part *p)
{
	if (p->on)
		pthread_mutex_lock(&m);
	shared++;
	*(int *)((char *)p + offsetof(struct part, on)) = 0;
	if (p->on)
		pthread_mutex_unlock(&m);
}

static void by_pointer(struct part *p)
{
	int *on = &p->on;

	if (*on)
		pthread_mutex_lock(&m);
	shared++;
	p->on = 0;
	if (*on)
		pthread_mutex_unlock(&m);
}

static int *off_of(void)
{
	return &apart.off;
}

/* What is set here is something else, whatever the pointers mean. */
static void beside_a_part(int *to)
{
	if (apart.on)
		pthread_mutex_lock(&m);
	shared++;
	*to = 3;
	if (apart.on)
		pthread_mutex_unlock(&m);
}

static void beside_a_struct(struct apart *a, struct whole *w, const struct whole *from)
{
	if (a->on)
		pthread_mutex_lock(&m);
	shared += w->on;
	*w = *from;
	clear(w->parts, sizeof(w->parts));
	if (a->on)
		pthread_mutex_unlock(&m);
}

static void print(const char *what)
{
	printf("%s %d\n", what, pthread_mutex_trylock(&m) != 0);
	pthread_mutex_unlock(&m);
}

int main(void)
{
	union view view = {.part = {1, 1}};
	struct whole whole = {{{1, 1}, {1, 1}}, 1}, other = {{{4, 4}, {4, 4}}, 4};
	struct part part = {1, 1};

	by_union(&view.part, &view);
	print("union");
	by_part(&whole, &whole.parts[1]);
	print("part");
	by_copy(&whole.parts[0], &whole);
	print("copy");
	whole.parts[0].on = 1;
	by_function(&whole.parts[0], &whole);
	print("function");
	by_offset(&part);
	print("offset");
	part.on = 1;
	by_pointer(&part);
	print("pointer");
	apart.on = 1;
	beside_a_part(off_of());
	print("beside a part");
	beside_a_struct(&apart, &whole, &other);
	print("beside a struct");
	printf("%d %d %d %d\n", shared, apart.off, whole.on, whole.parts[1].on);
	return 0;
}
