#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;
static unsigned long sum;

static void mix(unsigned long v) { sum = sum * 31 + v; }

struct knr_cs {  /* m, in.c:19-22 */
	int a;   /* in */
	int b;   /* in */
	int c;   /* out */
};

static int knr_cs(void *ctx)
{
	struct knr_cs *cs = ctx;
	int a = cs->a;
	int b = cs->b;
	int c;

	c = a * n + b;
	n = c;
	cs->c = c;
	return 0;
}

/* K&R definition */
static int knr(a, b)
	int a;
	register int b;
{
	int c;
	struct knr_cs cs = { .a = a, .b = b };
	rcl_exec_anon(&m, knr_cs, &cs, sizeof(cs));
	c = cs.c;
	return c;
}

/* bit-fields and struct copies */
struct bits { unsigned a : 3, b : 5; int c; };

struct bits_cs {          /* m, in.c:31-36 */
	struct bits in;   /* in-out */
	struct bits out;  /* in-out */
};

static int bits_cs(void *ctx)
{
	struct bits_cs *cs = ctx;
	struct bits in = cs->in;
	struct bits out = cs->out;

	out.a = in.b;
	out.b += in.a;
	out.c = n;
	in.a++;
	cs->in = in;
	cs->out = out;
	return 0;
}

static int bits(struct bits in)
{
	struct bits out = { 1, 2, 3 };
	struct bits_cs cs = { .in = in, .out = out };
	rcl_exec_anon(&m, bits_cs, &cs, sizeof(cs));
	in = cs.in;
	out = cs.out;
	return out.a + out.b * 10 + out.c * 100 + in.a * 1000;
}

typedef struct { int a, b; } anon_p_type;

struct anon_cs {        /* m, in.c:44-47 */
	anon_p_type p;  /* in-out */
};

static int anon_cs(void *ctx)
{
	struct anon_cs *cs = ctx;
	anon_p_type p = cs->p;

	p.a += n;
	n = p.b;
	cs->p = p;
	return 0;
}

/* anonymous struct variable */
static int anon(int x)
{
	anon_p_type p = { x, 2 };
	struct anon_cs cs = { .p = p };
	rcl_exec_anon(&m, anon_cs, &cs, sizeof(cs));
	p = cs.p;
	return p.a;
}

/* function local type */
static int local_type(int x)
{
	struct here { int v; };
	struct here h = { x };
	rcl_lock(&m);
	h.v += n++;
	rcl_unlock(&m);
	return h.v;
}

struct inner_type_cs {  /* m, in.c:65-69 */
	int x;          /* in */
};

static int inner_type_cs(void *ctx)
{
	struct inner_type_cs *cs = ctx;
	int x = cs->x;
	struct inside { int v; } h = { x };
	h.v += n++;
	n += h.v;
	return 0;
}

/* local type declared and used inside only */
static int inner_type(int x)
{
	struct inner_type_cs cs = { .x = x };
	rcl_exec_anon(&m, inner_type_cs, &cs, sizeof(cs));
	return x;
}

/* typeof, __auto_type, statement expressions */
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
struct gnu_cs {  /* m, in.c:79-83 */
	int x;   /* in */
	int y;   /* out */
	int z;   /* in-out */
};

static int gnu_cs(void *ctx)
{
	struct gnu_cs *cs = ctx;
	int x = cs->x;
	int y;
	int z = cs->z;

	y = MAX(n, z);
	n = ({ int t = y; t++; t * 2; });
	z = MAX(x, y);
	cs->y = y;
	cs->z = z;
	return 0;
}

static int gnu(int x)
{
	__typeof__(x) y = 3;
	__auto_type z = x + 1;
	struct gnu_cs cs = { .x = x, .z = z };
	rcl_exec_anon(&m, gnu_cs, &cs, sizeof(cs));
	y = cs.y;
	z = cs.z;
	return y + z;
}

struct vla_cs {  /* m, in.c:92-95 */
	int k;   /* in */
	int *a;  /* by reference */
};

static int vla_cs(void *ctx)
{
	struct vla_cs *cs = ctx;
	int k = cs->k;
	int *a = cs->a;

	a[0] = n;
	n = k;
	return 0;
}

/* VLA */
static int vla(int k)
{
	int a[k];
	memset(a, 0, sizeof a);
	struct vla_cs cs = { .k = k, .a = a };
	rcl_exec_anon(&m, vla_cs, &cs, sizeof(cs));
	return a[0];
}

struct vla_inside_cs {  /* m, in.c:103-108 */
	int k;          /* in */
	int r;          /* out */
};

static int vla_inside_cs(void *ctx)
{
	struct vla_inside_cs *cs = ctx;
	int k = cs->k;
	int r;
	int a[k];
	a[k - 1] = n;
	n = k;
	r = a[k - 1];
	cs->r = r;
	return 0;
}

/* VLA inside */
static int vla_inside(int k)
{
	int r;
	struct vla_inside_cs cs = { .k = k };
	rcl_exec_anon(&m, vla_inside_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* pointer to VLA */
static int vla_pointer(int k)
{
	int (*p)[k] = malloc(sizeof *p), r;
	rcl_lock(&m);
	(*p)[0] = n;
	n = sizeof *p;
	r = (*p)[0];
	rcl_unlock(&m);
	free(p);
	return r;
}

/* flexible array */
struct flex { int k; int v[]; };

struct flexible_cs {     /* m, in.c:132-136 */
	int k;           /* in */
	struct flex *f;  /* in */
	int r;           /* out */
};

static int flexible_cs(void *ctx)
{
	struct flexible_cs *cs = ctx;
	int k = cs->k;
	struct flex *f = cs->f;
	int r;

	for (int i = 0; i < f->k; i++)
		f->v[i] = n++;
	r = f->v[k - 1];
	cs->r = r;
	return 0;
}

static int flexible(int k)
{
	struct flex *f = malloc(sizeof *f + k * sizeof f->v[0]);
	int r;
	f->k = k;
	struct flexible_cs cs = { .k = k, .f = f };
	rcl_exec_anon(&m, flexible_cs, &cs, sizeof(cs));
	r = cs.r;
	free(f);
	return r;
}

struct qualified_cs {         /* m, in.c:149-156 */
	int c;                /* in */
	int *restrict p;      /* in */
	volatile int *v;      /* by reference */
	_Atomic(int) *at;     /* by reference */
	int r;                /* in-out */
	int *const q;         /* in */
	const char *const s;  /* in */
};

static int qualified_cs(void *ctx)
{
	struct qualified_cs *cs = ctx;
	const int c = cs->c;
	int *restrict p = cs->p;
	volatile int *v = cs->v;
	_Atomic(int) *at = cs->at;
	int r = cs->r;
	int *const q = cs->q;
	const char *const s = cs->s;

	*v += n;
	*at += *v;
	r += *at + c;
	*p = r;
	*q += s[0];
	n = r & 255;
	cs->r = r;
	return 0;
}

/* volatile, _Atomic, register, const, restrict */
static int qualified(const int c, int *restrict p)
{
	volatile int v = 1;
	_Atomic int at = 2;
	register int r = 3;
	int *const q = p;
	const char *const s = "xy";
	struct qualified_cs cs = { .c = c, .p = p, .v = &v, .at = &at, .r = r, .q = q, .s = s };
	rcl_exec_anon(&m, qualified_cs, &cs, sizeof(cs));
	r = cs.r;
	return v + at + r + *p;
}

struct names_m_1_cs {      /* m, in.c:165-168 */
	const char *f;     /* out */
	const char *func;  /* in */
};

static int names_m_1_cs(void *ctx)
{
	struct names_m_1_cs *cs = ctx;
	const char *f;
	const char *func = cs->func;

	f = func;
	n++;
	cs->f = f;
	return 0;
}

struct names_m_2_cs {  /* m, in.c:169-172 */
	int l;         /* out */
};

static int names_m_2_cs(void *ctx)
{
	struct names_m_2_cs *cs = ctx;
	int l;

	l = __LINE__;
	n++;
	cs->l = l;
	return 0;
}

/* m, in.c:173-176 */
static int names_m_3_cs(void *ctx)
{
	assert(n > 0);
	n++;
	return 0;
}

/* __func__, __LINE__ */
static int names(int x)
{
	const char *f;
	int l;
	struct names_m_1_cs cs = { .func = __func__ };
	rcl_exec_anon(&m, names_m_1_cs, &cs, sizeof(cs));
	f = cs.f;
	struct names_m_2_cs m_2_cs;
	rcl_exec_anon(&m, names_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	l = m_2_cs.l;
	rcl_exec_anon(&m, names_m_3_cs, NULL, 0);
	return (l > 0) + (int)strlen(f) + x;
}

#define TWICE(a) ((a) * 2)

struct local_define_m_1_cs {  /* m, in.c:184-186 */
	int x;                /* in */
};

static int local_define_m_1_cs(void *ctx)
{
	struct local_define_m_1_cs *cs = ctx;
	int x = cs->x;

	n = TWICE(x);
	return 0;
}

#undef TWICE

struct local_define_m_2_cs {  /* m, in.c:188-192 */
	int x;                /* in */
};

static int local_define_m_2_cs(void *ctx)
{
	struct local_define_m_2_cs *cs = ctx;
	int x = cs->x;

#define ONCE(a) (a)
	n += ONCE(x);
#undef ONCE
	return 0;
}

/* local define */
static int local_define(int x)
{
#define TWICE(a) ((a) * 2)
	struct local_define_m_1_cs cs = { .x = x };
	rcl_exec_anon(&m, local_define_m_1_cs, &cs, sizeof(cs));
#undef TWICE
	struct local_define_m_2_cs m_2_cs = { .x = x };
	rcl_exec_anon(&m, local_define_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	return n;
}

struct statics_cs {                /* m, in.c:202-206 */
	int x;                     /* in */
	int *calls;                /* by reference */
	int *table;                /* by reference */
	const char *const *words;  /* by reference */
};

static int statics_cs(void *ctx)
{
	struct statics_cs *cs = ctx;
	int x = cs->x;
	int *calls = cs->calls;
	int *table = cs->table;
	const char *const *words = cs->words;

	(*calls)++;
	table[*calls & 3] += x;
	n += words[*calls & 1][0];
	return 0;
}

/* static locals */
static int statics(int x)
{
	static int calls;
	static int table[4];
	static const char *const words[] = { "a", "bc" };
	struct statics_cs cs = { .x = x, .calls = &calls, .table = table, .words = words };
	rcl_exec_anon(&m, statics_cs, &cs, sizeof(cs));
	return calls + table[1];
}

struct static_inside_cs {  /* m, in.c:213-217 */
	int x;             /* in */
	int r;             /* out */
};

static int static_inside_cs(void *ctx)
{
	struct static_inside_cs *cs = ctx;
	int x = cs->x;
	int r;
	static int calls;
	calls += x;
	r = calls;
	cs->r = r;
	return 0;
}

static int static_inside(int x)
{
	int r;
	struct static_inside_cs cs = { .x = x };
	rcl_exec_anon(&m, static_inside_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* function pointers, arrays of pointers */
static int add(int a) { return a + n; }
static int mul(int a) { return a * n; }

struct pointers_cs {                               /* m, in.c:231-235 */
	int x;                                     /* in */
	int (*f)(int);                             /* in-out */
	int (**table)(int);                        /* by reference */
	const char **w;                            /* by reference */
	int *(*none)(int *, const char *const *);  /* in */
	int r;                                     /* out */
};

static int pointers_cs(void *ctx)
{
	struct pointers_cs *cs = ctx;
	int x = cs->x;
	int (*f)(int) = cs->f;
	int (**table)(int) = cs->table;
	const char **w = cs->w;
	int *(*none)(int *, const char *const *) = cs->none;
	int r;

	r = f(x) + table[x & 1](2) + w[1][0] + (none == NULL);
	f = table[0];
	n++;
	cs->f = f;
	cs->r = r;
	return 0;
}

static int pointers(int x)
{
	int (*f)(int) = x & 1 ? add : mul;
	int (*table[2])(int) = { add, mul };
	const char *w[2] = { "abc", "de" };
	int *(*none)(int *, const char *const *) = NULL;
	int r;
	struct pointers_cs cs = { .x = x, .f = f, .table = table, .w = w, .none = none };
	rcl_exec_anon(&m, pointers_cs, &cs, sizeof(cs));
	f = cs.f;
	r = cs.r;
	return r + f(1);
}

enum { A = 3, B };

struct local_enum_cs {  /* m, in.c:243-245 */
	int x;          /* in */
};

static int local_enum_cs(void *ctx)
{
	struct local_enum_cs *cs = ctx;
	int x = cs->x;

	n = x + B;
	return 0;
}

/* enum constants local */
static int local_enum(int x)
{
	struct local_enum_cs cs = { .x = x };
	rcl_exec_anon(&m, local_enum_cs, &cs, sizeof(cs));
	return n + A;
}

/* compound literal whose address escapes */
struct point { int x, y; };
static int compound(int x)
{
	struct point *p, q;
	rcl_lock(&m);
	p = &(struct point){ .x = x, .y = n };
	q = (struct point){ .y = 4 };
	n++;
	rcl_unlock(&m);
	return p->x + p->y + q.y;
}

int main(void)
{
	int v = 5, i;
	struct bits b = { 5, 9, 1 };
	for (i = 1; i < 6; i++) {
		mix(knr(i, 2)); mix(bits(b)); mix(anon(i)); mix(local_type(i)); mix(inner_type(i));
		mix(gnu(i)); mix(vla(i)); mix(vla_inside(i)); mix(vla_pointer(i)); mix(flexible(i));
		mix(qualified(i, &v)); mix(names(i)); mix(local_define(i)); mix(statics(i));
		mix(static_inside(i)); mix(pointers(i)); mix(local_enum(i)); mix(compound(i));
		printf("%lu %d\n", sum, n);
	}
	return 0;
}
