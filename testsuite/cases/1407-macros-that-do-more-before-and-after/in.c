/* Lock macros that do something before they take the lock, and after they have given it back: that is the client's. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node { pthread_mutex_t m; int held, n; };
static long locks, unlocks, traces;
static void trace(const char *s) { traces += s[0]; }
#define CNT_LOCK(p) (locks++, pthread_mutex_lock(&(p)->m))
#define CNT_UNLOCK(p) (pthread_mutex_unlock(&(p)->m), unlocks++)
#define TR_LOCK(p) do { trace("lock\n"); int rc_ = pthread_mutex_lock(&(p)->m); if (rc_) abort(); trace("locked\n"); } while (0)
#define TR_UNLOCK(p) do { int rc_ = pthread_mutex_unlock(&(p)->m); if (rc_) abort(); trace("unlocked\n"); } while (0)
#define ML_LOCK(p)				\
	do {					\
		trace("x");			\
		trace("yy");			\
		pthread_mutex_lock(&(p)->m);	\
		(p)->held = 1;			\
	} while (0)
#define ML_UNLOCK(p)				\
	do {					\
		pthread_mutex_unlock(&(p)->m);	\
		trace("z");			\
	} while (0)
static int e(struct node *p) { int r; CNT_LOCK(p); r = ++p->n; CNT_UNLOCK(p); return r; }
static int f(struct node *p)
{
	int r;

	TR_LOCK(p);
	r = ++p->n;
	if (r == 5) {
		TR_UNLOCK(p);
		return r + (int)traces;
	}
	TR_UNLOCK(p);
	return r;
}
static int g(struct node *p, int k)
{
	int r;

	ML_LOCK(p);
	r = ++p->n + p->held;
	if (k)
		goto out;
	p->n += k;
out:
	ML_UNLOCK(p);
	return r;
}
/* what comes first changes a variable of the function's: the section would begin with what it had before */
#define LOCAL_LOCK(p) do { tries++; pthread_mutex_lock(&(p)->m); } while (0)
static int local(struct node *p)
{
	int tries = 0;

	LOCAL_LOCK(p);
	p->n += tries;
	pthread_mutex_unlock(&p->m);
	return tries;
}

/* and so may what assembler is given */
#define ASM_LOCK(p, n) do { __asm__("" : "+r"(n)); pthread_mutex_lock(&(p)->m); } while (0)
static int assembled(struct node *p)
{
	int n = 2;

	ASM_LOCK(p, n);
	p->n += n;
	pthread_mutex_unlock(&p->m);
	return n;
}

/* both: the release runs in place */
#define BOTH_UNLOCK(p) do { (p)->held = 0; pthread_mutex_unlock(&(p)->m); traces++; } while (0)
static int both(struct node *p)
{
	int r;

	ML_LOCK(p);
	r = p->held + p->n++;
	BOTH_UNLOCK(p);
	return r + p->held;
}

/* it declares what it needs behind the call */
#define DECLARING_LOCK(p) do { long before = traces; pthread_mutex_lock(&(p)->m); (p)->n += before < 0; } while (0)
static int declaring(struct node *p)
{
	int r;

	DECLARING_LOCK(p);
	r = p->n++;
	pthread_mutex_unlock(&p->m);
	return r;
}

static int nested(struct node *p, struct node *q)
{
	int r = 0;

	TR_LOCK(p);
	r += p->n++;
	TR_LOCK(q);
	r += q->n++;
	TR_UNLOCK(q);
	TR_UNLOCK(p);
	for (int i = 0; i < 2; i++) {
		CNT_LOCK(p);
		if (p->n++ > 40) {
			CNT_UNLOCK(p);
			break;
		}
		r++;
		CNT_UNLOCK(p);
	}
	return r;
}

int main(void)
{
	struct node p = { PTHREAD_MUTEX_INITIALIZER, .n = 0 };
	printf("%d %d %d %d\n", e(&p), f(&p), g(&p, 0), f(&p));
	struct node q = { PTHREAD_MUTEX_INITIALIZER, .n = 20 };
	printf("%d %d %d %d %d\n", local(&p), both(&p), declaring(&p), nested(&p, &q), assembled(&p));
	printf("%d %d %ld %ld %ld %d\n", f(&p), g(&p, 2), locks, unlocks, traces, p.held);
	return 0;
}
