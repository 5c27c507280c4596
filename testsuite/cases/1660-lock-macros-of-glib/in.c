#include <glib.h>
#include <stdio.h>

/* What a header of elsewhere makes is written out: its macros stay as they are. */
G_LOCK_DEFINE_STATIC (total);
static int total;
G_LOCK_EXTERN (log);
G_LOCK_DEFINE (log);
static int logged;

typedef struct {
	G_LOCK_DEFINE (size);
	int size;
} Box;

static void add (int n)
{
	G_LOCK (total);
	total += n;
	G_UNLOCK (total);
}

static int note (int n)
{
	if (!G_TRYLOCK (log))
		return 0;
	logged += n;
	G_UNLOCK (log);
	return 1;
}

static int next (void)
{
	G_LOCK_DEFINE_STATIC (last);
	static int last;
	int n;

	G_LOCK (last);
	n = ++last;
	if (n > 2) {
		G_UNLOCK (last);
		return 2;
	}
	G_UNLOCK (last);
	return n;
}

static void grow (Box *b)
{
	g_mutex_lock (&b->G_LOCK_NAME (size));
	b->size++;
	g_mutex_unlock (&b->G_LOCK_NAME (size));
}

int main (void)
{
	static Box box;

	for (int i = 0; i < 4; i++) {
		add (next ());
		grow (&box);
	}
	note (3);
	G_LOCK (total);
	G_LOCK (log);
	printf ("%d, %d, %d\n", total, logged, box.size);
	G_UNLOCK (log);
	G_UNLOCK (total);
	return 0;
}
