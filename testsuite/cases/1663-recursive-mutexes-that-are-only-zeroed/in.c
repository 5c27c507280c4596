#include <glib.h>
#include <stdio.h>

/* Nothing says of these that they are recursive but their type. */
typedef struct {
	GRecMutex lock;
	int n;
} Counter;

typedef struct {
	GRecMutex lock;
	int n;
} Sum;

static GRecMutex each_lock[4];
static GMutex total_lock;
static int each[4], total;
static Sum known;

static void count (Counter *c)
{
	g_rec_mutex_lock (&c->lock);
	c->n++;
	g_rec_mutex_unlock (&c->lock);
}

static void sum (Sum *s, int n)
{
	g_rec_mutex_lock (&s->lock);
	s->n += n;
	g_rec_mutex_unlock (&s->lock);
}

static void add (int i, int n)
{
	g_rec_mutex_lock (&each_lock[i]);
	each[i] += n;
	g_rec_mutex_unlock (&each_lock[i]);
	g_mutex_lock (&total_lock);
	total += n;
	g_mutex_unlock (&total_lock);
}

int main (void)
{
	Counter *c = g_new0 (Counter, 1);
	Sum *s = g_new (Sum, 1);

	g_rec_mutex_init (&s->lock);
	s->n = 0;
	count (c);
	add (1, 2);
	sum (s, 3);
	sum (&known, 4);
	printf ("%d, %d of %d, %d and %d\n", c->n, each[1], total, s->n, known.n);
	g_free (c);
	g_free (s);
	return 0;
}
