/* Lock macros that do more behind the lock call, and before the release: a macro beside each has all but the call. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	pthread_mutex_t m;
	pthread_cond_t c;
	int held, n;
	const char *file;
	int line;
};

static long locks, unlocks, traces, depth;
static struct node nodes[4];
static __thread int mine;

/* who has it */
#define OWN_LOCK(p) do { \
	pthread_mutex_lock(&(p)->m);	/* first */ \
	(p)->held = 1;			\
	locks++;			\
} while (0)

#define OWN_UNLOCK(p)				\
	do {					\
		(p)->held = 0;			\
		unlocks++;			\
		pthread_mutex_unlock(&(p)->m);	\
	} while (0)
#define DBG_LOCK(p) (pthread_mutex_lock(&(p)->m), (p)->file = __func__, (p)->line = (int)sizeof(__FILE__))
#define DBG_UNLOCK(p) ((p)->file = NULL, pthread_mutex_unlock(&(p)->m))
#define SAVE_LOCK(p, saved) do { pthread_mutex_lock(&(p)->m); saved = (p)->n; (p)->held++; } while (0)
#define SAVE_UNLOCK(p, saved) do { if ((p)->n != saved) traces++; (p)->held--; pthread_mutex_unlock(&(p)->m); } while (0)
#define CHECK_LOCK(p) do { int rc_ = pthread_mutex_lock(&(p)->m); if (rc_ != 0) abort(); depth++; } while (0)
#define CHECK_UNLOCK(p) do { int rc_; depth--; rc_ = pthread_mutex_unlock(&(p)->m); if (rc_) abort(); } while (0)
#define MY_LOCK(i) OWN_LOCK(&nodes[i])
#define MY_UNLOCK(i) OWN_UNLOCK(&nodes[i])
#define TLS_LOCK(p) do { pthread_mutex_lock(&(p)->m); mine++; } while (0)
#define TLS_UNLOCK(p) do { mine--; pthread_mutex_unlock(&(p)->m); } while (0)

static int plain(struct node *p)
{
	int r;

	OWN_LOCK(p);
	r = ++p->n;
	OWN_UNLOCK(p);
	return r;
}

static int early(struct node *p, int k)
{
	OWN_LOCK(p);
	if (k > 2) {
		OWN_UNLOCK(p);
		return -1;
	}
	p->n += k;
	if (k == 1)
		goto out;
	p->n += 10;
out:
	OWN_UNLOCK(p);
	return p->n;
}

static int dbg(struct node *p, int k)
{
	int r = k;

	DBG_LOCK(p);
	r += p->line > 0 && p->file != NULL && strcmp(p->file, "dbg") == 0;
	p->n += r;
	DBG_UNLOCK(p);
	return r + (p->file == NULL);
}

static int saved(struct node *p)
{
	int before, after;

	SAVE_LOCK(p, before);
	p->n += 2;
	after = p->n;
	SAVE_UNLOCK(p, before);
	return after * 100 + before;
}

static int by_reference(int k)
{
	struct node own = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, k, NULL, 0 };
	int saved = 3, *at = &saved;

	SAVE_LOCK(&own, saved);
	own.n++;
	*at += own.n;
	SAVE_UNLOCK(&own, saved);
	return saved + own.n + own.held;
}

static int checked(struct node *p)
{
	int r;

	CHECK_LOCK(p);
	r = (int)depth + p->n++;
	CHECK_UNLOCK(p);
	return r;
}

static int through(int i)
{
	int r;

	MY_LOCK(i);
	r = nodes[i].n++ + nodes[i].held;
	MY_UNLOCK(i);
	return r;
}

static int nested(struct node *p, struct node *q)
{
	int r = 0;

	OWN_LOCK(p);
	p->n++;
	OWN_LOCK(q);
	q->n += p->n;
	r = q->n;
	OWN_UNLOCK(q);
	r += p->n;
	OWN_UNLOCK(p);
	return r;
}

static int looped(struct node *p)
{
	int r = 0;

	for (int i = 0; i < 3; i++) {
		OWN_LOCK(p);
		if (p->n % 5 == 0) {
			p->n++;
			OWN_UNLOCK(p);
			continue;
		}
		r += p->n++;
		OWN_UNLOCK(p);
	}
	return r;
}

static int waits(struct node *p)
{
	int r;

	OWN_LOCK(p);
	while (p->n < 0)
		pthread_cond_wait(&p->c, &p->m);
	r = p->n++;
	pthread_cond_signal(&p->c);
	OWN_UNLOCK(p);
	return r;
}

static int again(struct node *p)
{
	int r;

	OWN_LOCK(p);
	r = p->n++;
	OWN_UNLOCK(p);
	r *= 2;
	OWN_LOCK(p);
	r += p->n++;
	OWN_UNLOCK(p);
	return r;
}

static int middle(struct node *p)
{
	int r;

	OWN_LOCK(p);
	r = p->n++;
	OWN_UNLOCK(p);
	traces++;
	OWN_LOCK(p);
	r += p->n++;
	p->n += r > 3;
	OWN_UNLOCK(p);
	return r;
}

/* a branch without braces is no statement of its block */
static int branch(struct node *p, int k)
{
	int r = 0;

	if (k)
		OWN_LOCK(p);
	if (k)
		r = p->n++;
	if (k)
		OWN_UNLOCK(p);
	return r;
}

static int ends(struct node *p, int k)
{
	OWN_LOCK(p);
	switch (k) {
	case 1:
		p->n++;
		OWN_UNLOCK(p);
		return 1;
	default:
		p->n += 2;
		break;
	}
	OWN_UNLOCK(p);
	return 2;
}

static int tls(struct node *p)
{
	int r;

	TLS_LOCK(p);
	r = mine + p->n++;
	TLS_UNLOCK(p);
	return r * 10 + mine;
}

static int mixed(struct node *p)
{
	int r;

	OWN_LOCK(p);
	r = p->held + p->n++;
	pthread_mutex_unlock(&p->m);
	pthread_mutex_lock(&p->m);
	r += p->held;
	OWN_UNLOCK(p);
	return r;
}

/* nothing to move */
static int effects(struct node *p)
{
	struct node *q = p;
	int r;

	OWN_LOCK(q++);
	q -= 2;
	r = q->n++;
	q++;
	pthread_mutex_unlock(&p->m);
	return r + (int)(q - p);
}

static void *run(void *arg)
{
	struct node *p = arg;

	for (int i = 0; i < 200; i++) {
		plain(p);
		dbg(p, i);
		checked(p);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	struct node *p = nodes + 1;

	for (int i = 0; i < 4; i++) {
		pthread_mutex_init(&nodes[i].m, NULL);
		pthread_cond_init(&nodes[i].c, NULL);
	}
	printf("%d %d %d %d\n", plain(p), early(p, 1), early(p, 2), early(p, 3));
	printf("%d %d %d %d\n", dbg(p, 3), saved(p), by_reference(4), checked(p));
	printf("%d %d %d %d\n", through(2), nested(p, nodes), looped(p), waits(p));
	printf("%d %d %d %d %d\n", again(p), middle(p), branch(p, 0), branch(p, 1), ends(p, 1));
	printf("%d %d %d\n", ends(p, 2), tls(p), mixed(p));
	(void)effects;
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, p);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	printf("%ld %ld %ld %ld %d %d\n", locks, unlocks, traces, depth, p->n, p->held);
	return 0;
}
