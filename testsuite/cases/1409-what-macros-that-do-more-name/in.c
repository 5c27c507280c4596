/* Lock macros that do more: the variables, macros, lines and names that they say. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node { pthread_mutex_t m; int held, n; };
static struct node g = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int *keep;
static long depth;
static void bump(void) { if (keep) (*keep)++; }
#define PRE(p) do { bump(); pthread_mutex_lock(&(p)->m); (p)->held++; } while (0)
#define POST(p) do { (p)->held--; pthread_mutex_unlock(&(p)->m); } while (0)
#define AFTER(p) do { pthread_mutex_unlock(&(p)->m); bump(); } while (0)
#define NAMES do { pthread_mutex_lock(&g.m); k += 2; } while (0)
#define NAMES_END do { k++; pthread_mutex_unlock(&g.m); } while (0)
#define NAMED_BY_REF do { pthread_mutex_lock(&g.m); box.n += 2; } while (0)

static int escaped(struct node *p)
{
	int k = 1, r;

	keep = &k;
	PRE(p);
	r = k * 10 + p->held;
	p->n += k;
	AFTER(p);
	keep = NULL;
	return r * 10 + k;
}
static int names(int k)
{
	int r;

	NAMES;
	r = k + g.n++;
	NAMES_END;
	return r * 10 + k;
}
static int by_ref(int n)
{
	struct node box = { PTHREAD_MUTEX_INITIALIZER, 0, n };
	struct node *at = &box;

	NAMED_BY_REF;
	at->n++;
	box.held++;
	pthread_mutex_unlock(&g.m);
	return box.n * 10 + box.held;
}
#define T(s) depth += sizeof(s)
static int inner_macros(struct node *p)
{
	int r;
#define IN_LOCK(p) do { pthread_mutex_lock(&(p)->m); STEP(p); } while (0)
#define STEP(p) (p)->n += 3

	IN_LOCK(p);
	r = p->n;
	POST(p);
#undef STEP
#define STEP(p) (p)->n += 50
	IN_LOCK(p);
	r += p->n;
	POST(p);
	return r;
}
#define LINE_LOCK(p) do { pthread_mutex_lock(&(p)->m); (p)->held = __LINE__; } while (0)
static int lined(struct node *p)
{
	int r;

	LINE_LOCK(p);
	r = p->held > 3;
	p->held = 0;
	pthread_mutex_unlock(&p->m);
	return r;
}
#define goes_on(p) (pthread_mutex_lock(&(p)->m), (p)->held++)
static int lower(struct node *p) { int r; goes_on(p); r = p->n++; POST(p); return r; }
#define lockNode(p) do { pthread_mutex_lock(&(p)->m); (p)->held++; } while (0)
#define unlockNode(p) do { (p)->held--; pthread_mutex_unlock(&(p)->m); } while (0)
static int camel(struct node *p)
{
	int r = 0;

	for (int i = 0; i < 4; i++) {
		lockNode(p);
		if (i == 2) { unlockNode(p); continue; }
		if (i == 3) { unlockNode(p); break; }
		r += p->n++ + i;
		unlockNode(p);
	}
	return r;
}
static int swapped(struct node *p, struct node *q)
{
	int r;

	lockNode(p);
	lockNode(q);
	r = p->n++ + q->n++;
	unlockNode(p);
	q->n += 2;
	unlockNode(q);
	return r;
}
static int cond(struct node *p, int k)
{
	int r = 0;

	if (k) {
		lockNode(p);
		r = p->n++;
		unlockNode(p);
	} else {
		lockNode(p);
		r = p->n--;
		if (r > 4) {
			unlockNode(p);
			goto end;
		}
		unlockNode(p);
		r = -r;
	}
end:
	return r;
}
#ifdef OTHER
#define HASH(p) do { pthread_mutex_lock(&(p)->m); p->n ^= 1; } while (0)
#else
#define HASH(p) do { pthread_mutex_lock(&(p)->m); p->n ^= 2; } while (0)
#endif
static int hashed(struct node *p)
{
	int r;

	HASH(p);
	r = p->n++;
	unlockNode(p);
	return r;
}
#define SHADOW(p) do { int r = 4; pthread_mutex_lock(&(p)->m); (p)->n += r; } while (0)
static int shadow(struct node *p)
{
	int r = 1;

	SHADOW(p);
	r += p->n++;
	unlockNode(p);
	return r;
}
#define INNER_SHADOW(p) do { pthread_mutex_lock(&(p)->m); int r = 4; (p)->n += r; } while (0)
static int inner_shadow(struct node *p)
{
	int r = 1;

	INNER_SHADOW(p);
	r += p->n++;
	unlockNode(p);
	return r;
}
int main(void)
{
	struct node a = { PTHREAD_MUTEX_INITIALIZER, 0, 0 }, b = { PTHREAD_MUTEX_INITIALIZER, 0, 5 };
	printf("%d\n", escaped(&a));
	printf("%d\n", names(3));
	printf("%d\n", by_ref(3));
	printf("%d\n", inner_macros(&a));
	printf("%d %d\n", lined(&a), lower(&a));
	printf("%d\n", camel(&a));
	printf("%d\n", swapped(&a, &b));
	printf("%d\n", cond(&a, 0));
	printf("%d\n", cond(&a, 1));
	printf("%d %d %d\n", hashed(&a), shadow(&a), inner_shadow(&a));
	printf("%d %d %d %ld\n", a.n, b.n, a.held, depth);
	return 0;
}
