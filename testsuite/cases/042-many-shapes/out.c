#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdarg.h>

#define LOCK(l) do { rcl_lock(&(l)->m); } while (0)
#define UNLOCK(l) do { rcl_unlock(&(l)->m); } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct lk { rcl_mutex_t m; rcl_cond_t c; int n; unsigned flag : 3, other : 5; };
struct vec { double x, y, z; int tag; };
typedef int (*cb_t)(int, void *);
enum color { RED, GREEN = 5, BLUE };

static struct lk A = { RCL_MUTEX_INITIALIZER(lk_m), RCL_COND_INITIALIZER, 0, 0, 0 };
static rcl_mutex_t g = RCL_MUTEX_INITIALIZER(g), h = RCL_MUTEX_INITIALIZER(h);
static rcl_mutex_t arr[4];
static rcl_mutex_t rec;
static __thread int tls_counter;
static int total, table[16];

static int twice(int v, void *p) { *(int *)p += v; return v * 2; }

struct make_cs {       /* g, in.c:34-38 */
	int k;         /* in */
	struct vec v;  /* in-out */
	int old;       /* out */
};

static int make_cs(void *ctx)
{
	struct make_cs *cs = ctx;
	int k = cs->k;
	struct vec v = cs->v;
	int old;

	old = total;
	total += k;
	v.tag = total; /* partial write */
	cs->v = v;
	cs->old = old;
	return 0;
}

static struct vec make(int k)
{
	struct vec v = { k, k + 1, k + 2, 0 };
	int old;

	struct make_cs cs = { .k = k, .v = v };
	rcl_exec_anon(&g, make_cs, &cs, sizeof(cs));
	v = cs.v;
	old = cs.old;
	v.x += old;
	return v;
}

struct find_cs {       /* A.m, in.c:49-65 */
	const int *a;  /* in */
	int want;      /* in */
	size_t i;      /* in */
	size_t hits;   /* in-out */
	int last;      /* in-out */
};

static int find_cs(void *ctx)
{
	struct find_cs *cs = ctx;
	const int *a = cs->a;
	int want = cs->want;
	size_t i = cs->i;
	size_t hits = cs->hits;
	int last = cs->last;

	if (a[i] < 0) {
		A.flag++;
		cs->hits = hits;
		cs->last = last;
		return 1;
	}
	if (a[i] == want) {
		last = (int)i;
		hits++;
		if (hits == 2) {
			A.other += 3;
			cs->hits = hits;
			cs->last = last;
			return 2;
		}
	}
	A.n += a[i];
	cs->hits = hits;
	cs->last = last;
	return 0;
}

static int find(const int *a, size_t n, int want)
{
	size_t i, hits = 0;
	int last = -1;

	for (i = 0; i < n; i++) {
		struct find_cs cs = { .a = a, .want = want, .i = i, .hits = hits, .last = last };
		int way = rcl_exec_anon(&A.m, find_cs, &cs, sizeof(cs));
		hits = cs.hits;
		last = cs.last;

		if (way == 1)
			continue;
		if (way == 2)
			break;
	}
	return last * 10 + (int)hits;
}

struct sw_g_1_cs {  /* g, in.c:76-78 */
	int r;      /* out */
};

static int sw_g_1_cs(void *ctx)
{
	struct sw_g_1_cs *cs = ctx;
	int r;

	r = total;
	cs->r = r;
	return 0;
}

struct sw_g_2_cs {  /* g, in.c:81-89 */
	int r;      /* in-out */
};

static int sw_g_2_cs(void *ctx)
{
	struct sw_g_2_cs *cs = ctx;
	int r = cs->r;

	if (total & 1) {
		r = -1;
		cs->r = r;
		return 1;
	}
	for (int i = 0; i < 3; i++)
		r += table[i];
	cs->r = r;
	return 0;
}

struct sw_g_3_cs {  /* g, in.c:93-95 */
	int r;      /* out */
	int t;      /* in */
};

static int sw_g_3_cs(void *ctx)
{
	struct sw_g_3_cs *cs = ctx;
	int r;
	int t = cs->t;

	t += 7, r = t * 2;
	cs->r = r;
	return 0;
}

static int sw(int k)
{
	int r = 0;

	switch (k) {
	case 0:
		{
			struct sw_g_1_cs cs;
			rcl_exec_anon(&g, sw_g_1_cs, &cs, sizeof(cs));
			r = cs.r;
		}
		break;
	case 1:
		{
			struct sw_g_2_cs g_2_cs = { .r = r };
			if (rcl_exec_anon(&g, sw_g_2_cs, &g_2_cs, sizeof(g_2_cs)) == 1) {
				r = g_2_cs.r;
				return r - 5;
			}
			r = g_2_cs.r;
		}
		/* fall through */
	case 2: {
		int t = r;
		struct sw_g_3_cs g_3_cs = { .t = t };
		rcl_exec_anon(&g, sw_g_3_cs, &g_3_cs, sizeof(g_3_cs));
		r = g_3_cs.r;
		break;
	}
	default:
		r = 99;
	}
	return r;
}

struct label_cs {          /* h, in.c:110-128 */
	int k;             /* in */
	int rc;            /* in-out */
	int *p;            /* in-out */
	char (*name)[32];  /* by reference */
	int *calls;        /* by reference */
};

static int label_cs(void *ctx)
{
	struct label_cs *cs = ctx;
	int k = cs->k;
	int rc = cs->rc;
	int *p = cs->p;
	char (*name)[32] = cs->name;
	int *calls = cs->calls;

	(*calls)++;
	if (k < 0) {
		rc = -EINVAL;
		goto out;
	}
	snprintf(*name, sizeof *name, "k%d-%zu", k, ARRAY_SIZE(*name));
	p = malloc(sizeof *p);
	if (!p)
		goto out;
	*p = (int)strlen(*name) + *calls;
	rc = *p;
	if (k == 3) {
		cs->rc = rc;
		cs->p = p;
		return 1;
	}
out:
	cs->rc = rc;
	cs->p = p;
	return 0;
}

static int label(int k)
{
	int rc = 0, *p = NULL;
	char name[32];
	static int calls;

	struct label_cs cs = { .k = k, .rc = rc, .p = p, .name = &name, .calls = &calls };
	int way = rcl_exec_errno(&h, label_cs, &cs, sizeof(cs));
	rc = cs.rc;
	p = cs.p;

	if (way == 1) {
		free(p);
		return rc + 1000;
	}
	free(p);
	return rc;
}

struct nested_h_cs {     /* h, in.c:144-153 */
	int k;           /* in */
	int a;           /* in */
	int b;           /* in-out */
	int c;           /* out */
	enum color col;  /* out */
};

static int nested_h_cs(void *ctx)
{
	struct nested_h_cs *cs = ctx;
	int k = cs->k;
	int a = cs->a;
	int b = cs->b;
	int c;
	enum color col;

	b += table[k & 15]++;
	col = b > 3 ? BLUE : GREEN;
	if (b > 100) {
		return 1;
	}
	c = a + b;
	cs->b = b;
	cs->c = c;
	cs->col = col;
	return 0;
}

struct nested_g_cs {     /* g, in.c:138-155 */
	int k;           /* in */
	int a;           /* in-out */
	int b;           /* in-out */
	int c;           /* out */
	enum color col;  /* out */
};

static int nested_g_cs(void *ctx)
{
	struct nested_g_cs *cs = ctx;
	int k = cs->k;
	int a = cs->a;
	int b = cs->b;
	int c;
	enum color col;

	a += total;
	{
		int a = 5; /* shadows */
		b += a;
	}
	struct nested_h_cs h_cs = { .k = k, .a = a, .b = b };
	if (rcl_exec_anon(&h, nested_h_cs, &h_cs, sizeof(h_cs)) == 1) {
		return 1;
	}
	b = h_cs.b;
	c = h_cs.c;
	col = h_cs.col;
	total ^= c;
	cs->a = a;
	cs->b = b;
	cs->c = c;
	cs->col = col;
	return 0;
}

static int nested(int k)
{
	int a = k, b = 0, c;
	enum color col = RED;

	struct nested_g_cs cs = { .k = k, .a = a, .b = b };
	if (rcl_exec_anon(&g, nested_g_cs, &cs, sizeof(cs)) == 1)
		return -1;
	a = cs.a;
	b = cs.b;
	c = cs.c;
	col = cs.col;
	return a * 3 + b + c + col;
}

struct worker_arr_cs {  /* arr[i & 3], in.c:166-171 */
	cb_t cb;        /* in */
	long sum;       /* in-out */
	int *extra;     /* by reference */
	int i;          /* in */
};

static int worker_arr_cs(void *ctx)
{
	struct worker_arr_cs *cs = ctx;
	cb_t cb = cs->cb;
	long sum = cs->sum;
	int *extra = cs->extra;
	int i = cs->i;

	tls_counter++;
	sum += cb(i & 7, extra);
	table[8 + (i & 3)]++;
	errno = 0;
	cs->sum = sum;
	return 0;
}

/* g, in.c:176-178 */
static int worker_g_cs(void *ctx)
{
	table[15]++;
	return 0;
}

/* rec, in.c:181-183 */
static int worker_rec_cs(void *ctx)
{
	table[14]++;
	return 0;
}

/* A.m, in.c:186-191 */
static int worker_lk_cs(void *ctx)
{
	if (A.n < 100)
		return rcl_wait(&A.c, &A.m);
	A.n++;
	rcl_cond_broadcast(&A.c);
	return 0;
}

static void *worker(void *arg)
{
	cb_t cb = twice;
	long sum = 0;
	int id = *(int *)arg, extra = 0;

	for (int i = 0; i < 2000; i++) {
		struct worker_arr_cs cs = { .cb = cb, .sum = sum, .extra = &extra, .i = i };
		rcl_exec(&arr[i & 3], worker_arr_cs, &cs, sizeof(cs));
		sum = cs.sum;
		if (rcl_trylock(&g) == 0) {
			table[15]++;
			rcl_unlock(&g);
		} else {
			rcl_exec_anon(&g, worker_g_cs, NULL, 0);
		}
		rcl_lock(&rec);
		rcl_exec_anon(&rec, worker_rec_cs, NULL, 0);
		rcl_unlock(&rec);
	}
	rcl_exec_waiting(&A.m, worker_lk_cs, NULL, 0);
	return (void *)(intptr_t)(sum + tls_counter + extra + id * 0);
}

struct vararg_cs {    /* g, in.c:201-205 */
	int n;        /* in */
	va_list *ap;  /* by reference */
	int s;        /* in-out */
};

static int vararg_cs(void *ctx)
{
	struct vararg_cs *cs = ctx;
	int n = cs->n;
	va_list *ap = cs->ap;
	int s = cs->s;

	while (n-- > 0)
		s += va_arg(*ap, int);
	total += s;
	cs->s = s;
	return 0;
}

static int vararg(int n, ...)
{
	va_list ap;
	int s = 0;

	va_start(ap, n);
	struct vararg_cs cs = { .n = n, .ap = &ap, .s = s };
	rcl_exec_anon(&g, vararg_cs, &cs, sizeof(cs));
	s = cs.s;
	va_end(ap);
	return s;
}

struct both_cs {   /* g, in.c:213-220 */
	int k;     /* in */
	int *out;  /* in */
	bool ok;   /* out */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int k = cs->k;
	int *out = cs->out;
	bool ok;

	if (k) {
		*out = total;
		ok = true;
		cs->ok = ok;
		return 1;
	} else {
		ok = false;
		cs->ok = ok;
		return 1;
	}
}

static bool both(int k, int *out)
{
	bool ok;
	struct both_cs cs = { .k = k, .out = out };
	rcl_exec_anon(&g, both_cs, &cs, sizeof(cs));
	ok = cs.ok;
	return ok;
}

struct early_cs {     /* g, in.c:228-239 */
	int k;        /* in */
	int i;        /* in-out */
	int j;        /* out */
	int product;  /* out */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	int k = cs->k;
	int i = cs->i;
	int j;

	for (j = 0; j < 10; j++) {
		for (i = 0; i < 10; i++) {
			if (i * j == k) {
				int product = i + j;
				cs->i = i;
				cs->j = j;
				cs->product = product;
				return 1;
			}
		}
	}
	i--;
	cs->i = i;
	cs->j = j;
	return 0;
}

static int early(int k)
{
	int i = k, j;
	struct early_cs cs = { .k = k, .i = i };
	if (rcl_exec_anon(&g, early_cs, &cs, sizeof(cs)) == 1) {
		int product = cs.product;
		i = cs.i;
		j = cs.j;
		return product * 2 + MAX(i, j);
	}
	i = cs.i;
	j = cs.j;
	return i + j;
}

/* A.m, in.c:265-268 */
static int main_cs(void *ctx)
{
	A.n = 100;
	rcl_cond_broadcast(&A.c);
	return 0;
}

int main(void)
{
	int data[] = { 3, -1, 4, 3, 5, 3 }, out = 0;
	pthread_t t[4];
	int ids[4];
	pthread_mutexattr_t at;

	for (int i = 0; i < 4; i++)
		rcl_mutex_init(&arr[i], NULL, arr);
	pthread_mutexattr_init(&at);
	pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);
	if (rcl_mutex_init(&rec, &at, rec) != 0)
		return 1;
	for (int i = 0; i < 5; i++) {
		struct vec v = make(i);
		printf("%g %g %g %d\n", v.x, v.y, v.z, v.tag);
		printf("%d %d %d %d %d\n", sw(i), label(i - 1), nested(i), early(i * 7), vararg(3, i, 2, 3));
		printf("%d %d\n", both(i & 1, &out), out);
	}
	printf("%d %u %u %d\n", find(data, 6, 3), A.flag, A.other, A.n);
	for (int i = 0; i < 4; i++)
		ids[i] = i, pthread_create(&t[i], NULL, worker, &ids[i]);
	rcl_exec_anon(&A.m, main_cs, NULL, 0);
	for (int i = 0; i < 4; i++) {
		void *r;
		pthread_join(t[i], &r);
		printf("%ld\n", (long)(intptr_t)r);
	}
	printf("%d %d %d %d %d %d\n", table[8], table[9], table[14], table[15], A.n, total);
	rcl_mutex_destroy(&rec);
	return 0;
}
