#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <alloca.h>
#include <complex.h>
#include <stdint.h>
#include <stdbool.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n;
static unsigned long sum;
static __thread int mine;

static void mix(unsigned long v) { sum = sum * 31 + v; }

struct asm_out_cs {  /* m, in.c:21-25 */
	int x;       /* in */
	int r;       /* out */
	int s;       /* in-out */
};

static int asm_out_cs(void *ctx)
{
	struct asm_out_cs *cs = ctx;
	int x = cs->x;
	int r;
	int s = cs->s;

	__asm__ volatile ("leal 1(%1), %0" : "=r" (r) : "r" (x));
	__asm__ ("addl %1, %0" : "+r" (s) : "r" (x) : "cc");
	n = r;
	cs->r = r;
	cs->s = s;
	return 0;
}

static int asm_out(int x)
{
	int r, s = 2;
	struct asm_out_cs cs = { .x = x, .s = s };
	rcl_exec_anon(&m, asm_out_cs, &cs, sizeof(cs));
	r = cs.r;
	s = cs.s;
	return r + s;
}



static int alloca_in(int x)
{
	char *p;
	rcl_lock(&m);
	p = alloca(x);
	memset(p, 1, x);
	n += p[0];
	rcl_unlock(&m);
	return p[x - 1];
}

struct variadic_cs {  /* m, in.c:47-51 */
	int k;        /* in */
	va_list *ap;  /* by reference */
	int r;        /* in-out */
};

static int variadic_cs(void *ctx)
{
	struct variadic_cs *cs = ctx;
	int k = cs->k;
	va_list *ap = cs->ap;
	int r = cs->r;

	while (k--)
		r += va_arg(*ap, int);
	n = r;
	cs->r = r;
	return 0;
}

static int variadic(int k, ...)
{
	va_list ap;
	int r = 0;
	va_start(ap, k);
	struct variadic_cs cs = { .k = k, .ap = &ap, .r = r };
	rcl_exec_anon(&m, variadic_cs, &cs, sizeof(cs));
	r = cs.r;
	va_end(ap);
	return r;
}

struct local_extern_cs {  /* m, in.c:60-62 */
	int x;            /* in */
};

static int local_extern_cs(void *ctx)
{
	struct local_extern_cs *cs = ctx;
	int x = cs->x;
	extern int elsewhere;
	int helper(int);

	n += elsewhere + helper(x);
	return 0;
}

static int local_extern(int x)
{
	extern int elsewhere;
	int helper(int);
	struct local_extern_cs cs = { .x = x };
	rcl_exec_anon(&m, local_extern_cs, &cs, sizeof(cs));
	return n;
}
int elsewhere = 3;
int helper(int);
int helper(int a) { return a * 2; }

struct labels_cs {  /* m, in.c:71-81 */
	int x;      /* in */
};

static int labels_cs(void *ctx)
{
	struct labels_cs *cs = ctx;
	int x = cs->x;

	if (x == 2)
		goto out;
	n++;
	if (x == 3)
		goto out2;
	n++;
out:
	n += 10;
out2:
	return 0;
}

static int labels(int x)
{
	struct labels_cs cs = { .x = x };
	rcl_exec_anon(&m, labels_cs, &cs, sizeof(cs));
	return n;
}

static int digraphs(int x)
<%
	int a<:2:> = <% x, 2 %>;
	rcl_lock(&m);
	a<:0:> += n;
	n = a<:1:>;
	rcl_unlock(&m);
	return a[0];
%>

struct continued_cs {  /* m, in.c:102-107 */
	int x;         /* in */
};

static int continued_cs(void *ctx)
{
	struct continued_cs *cs = ctx;
	int x = cs->x;

	n += x;
	return 0;
}

static int continued(int x)
{
	rcl_lock(&m);
	n += x;
	rcl_unlock\
(&m);
	struct continued_cs cs = { .x = x };
	rcl_exec_anon(&m, continued_cs, &cs, sizeof(cs));
	return n;
}

struct traps_cs {       /* m, in.c:114-119 */
	int x;          /* in */
	const char *s;  /* out */
};

static int traps_cs(void *ctx)
{
	struct traps_cs *cs = ctx;
	int x = cs->x;
	const char *s;

	s = "pthread_mutex_unlock(&m); return 0; } \" /* ";
	n += (int)strlen(s) + '"' + '{' + '\'' + x;
	/* pthread_mutex_unlock(&m); */
	cs->s = s;
	return 0;
}

static int traps(int x)
{
	const char *s;
	struct traps_cs cs = { .x = x };
	rcl_exec_anon(&m, traps_cs, &cs, sizeof(cs));
	s = cs.s;
	return s[0];
}

struct generic_cs {  /* m, in.c:126-129 */
	int x;       /* in */
	double d;    /* in-out */
};

static int generic_cs(void *ctx)
{
	struct generic_cs *cs = ctx;
	int x = cs->x;
	double d = cs->d;

	n += _Generic(d, double: 2, default: 3) + _Generic((x), int: x, default: 0);
	d = n;
	cs->d = d;
	return 0;
}

static int generic(int x)
{
	double d = 1.5;
	struct generic_cs cs = { .x = x, .d = d };
	rcl_exec_anon(&m, generic_cs, &cs, sizeof(cs));
	d = cs.d;
	return d;
}

struct wide_cs {            /* m, in.c:138-142 */
	__int128 big;       /* in-out */
	_Complex double z;  /* in-out */
};

static int wide_cs(void *ctx)
{
	struct wide_cs *cs = ctx;
	__int128 big = cs->big;
	_Complex double z = cs->z;

	big *= n;
	z = z * I;
	n = (int)big;
	cs->big = big;
	cs->z = z;
	return 0;
}

static int wide(int x)
{
	__int128 big = x;
	double complex z = x;
	typedef int v4 __attribute__((vector_size(16)));
	struct wide_cs cs = { .big = big, .z = z };
	rcl_exec_anon(&m, wide_cs, &cs, sizeof(cs));
	big = cs.big;
	z = cs.z;
	return (int)(big + (int)cimag(z)) + (int)sizeof(v4);
}

union u { int i; float f; unsigned char c[4]; };

struct unions_cs {       /* m, in.c:152-157 */
	int x;           /* in */
	union u u;       /* out */
	int (*grid)[3];  /* by reference */
};

static int unions_cs(void *ctx)
{
	struct unions_cs *cs = ctx;
	int x = cs->x;
	union u u;
	int (*grid)[3] = cs->grid;

	u.i = n;
	u.c[0] ^= x;
	grid[1][2] = u.i;
	n = grid[0][1];
	cs->u = u;
	return 0;
}

static int unions(int x)
{
	union u u;
	int grid[2][3] = { { 1, 2, 3 }, { x } };
	struct { int a; } list[2] = { { 1 }, { 2 } };
	struct unions_cs cs = { .x = x, .grid = grid };
	rcl_exec_anon(&m, unions_cs, &cs, sizeof(cs));
	u = cs.u;
	return u.i + grid[1][2] + list[1].a;
}

struct ro { const int k; int v; };

struct const_member_cs {  /* m, in.c:165-167 */
	struct ro *r;     /* by reference */
};

static int const_member_cs(void *ctx)
{
	struct const_member_cs *cs = ctx;
	struct ro *r = cs->r;

	r->v += r->k + n++;
	return 0;
}

static int const_member(int x)
{
	struct ro r = { 3, x };
	struct const_member_cs cs = { .r = &r };
	rcl_exec_anon(&m, const_member_cs, &cs, sizeof(cs));
	return r.v;
}

struct thread_local__cs {  /* m, in.c:174-177 */
	int x;             /* in */
	int *count;        /* by reference */
};

static int thread_local__cs(void *ctx)
{
	struct thread_local__cs *cs = ctx;
	int x = cs->x;
	int *count = cs->count;

	mine += x; (*count)++;
	n += mine;
	return 0;
}

static int thread_local_(int x)
{
	static _Thread_local int count;
	struct thread_local__cs cs = { .x = x, .count = &count };
	rcl_exec(&m, thread_local__cs, &cs, sizeof(cs));
	return mine + count;
}

struct counters_cs {  /* m, in.c:184-189 */
	int a;        /* out */
	int b;        /* out */
};

static int counters_cs(void *ctx)
{
	struct counters_cs *cs = ctx;
	int a;
	int b;

	a = __COUNTER__;
	b = __COUNTER__;
	n += b - a;
	_Static_assert(sizeof(int) == 4, "no; }");
	cs->a = a;
	cs->b = b;
	return 0;
}

static int counters(int x)
{
	int a, b;
	struct counters_cs cs;
	rcl_exec_anon(&m, counters_cs, &cs, sizeof(cs));
	a = cs.a;
	b = cs.b;
	return b - a + x;
}

static int switches(int x)
{
	switch (x) {
	case 1:
		rcl_lock(&m);
		n++;
		__attribute__((fallthrough));
	case 2:
		n += 2;
		break;
	default:
		break;
	}
	if (x == 1)
		rcl_unlock(&m);
	switch (x) {
	case 3: rcl_lock(&m); n++; rcl_unlock(&m); break;
	case 4: {
		rcl_lock(&m);
		switch (n & 3) { case 0: n++; break; default: n += 2; }
		rcl_unlock(&m);
		break;
	}
	}
	return n;
}

static _Noreturn void die(void) { exit(3); }

struct dies_cs {  /* m, in.c:224-230 */
	int x;    /* in */
	int r;    /* out */
};

static int dies_cs(void *ctx)
{
	struct dies_cs *cs = ctx;
	int x = cs->x;
	int r;

	if (x < 0) {
		n = 3;
		die();
	}
	r = n++;
	cs->r = r;
	return 0;
}

static int dies(int x)
{
	int r;
	struct dies_cs cs = { .x = x };
	rcl_exec(&m, dies_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct unused_attr_cs {  /* m, in.c:238-242 */
	int a;           /* in-out */
	int r;           /* out */
};

static int unused_attr_cs(void *ctx)
{
	struct unused_attr_cs *cs = ctx;
	int a = cs->a;
	int r;

	a += n;
	r = a;
	n++;
	cs->a = a;
	cs->r = r;
	return 0;
}

static int unused_attr(int x __attribute__((unused)))
{
	int a __attribute__((aligned(16))) = 3;
	int r __attribute__((unused));
	struct unused_attr_cs cs = { .a = a };
	rcl_exec_anon(&m, unused_attr_cs, &cs, sizeof(cs));
	a = cs.a;
	r = cs.r;
	return a;
}

struct attributed_cs {  /* m, in.c:250-253 */
	int y;          /* in-out */
};

static int attributed_cs(void *ctx)
{
	struct attributed_cs *cs = ctx;
	int y = cs->y;

	y += __builtin_expect(n, 0);
	n = __builtin_constant_p(y) ? 1 : y & 7;
	cs->y = y;
	return 0;
}

static __attribute__((hot, unused)) __inline__ int
attributed(int x)
{
	__extension__ int y = __extension__ (x);
	struct attributed_cs cs = { .y = y };
	rcl_exec_anon(&m, attributed_cs, &cs, sizeof(cs));
	y = cs.y;
	return y;
}

struct escape_cs {  /* m, in.c:260-264 */
	int x;      /* in */
	int *p;     /* out */
	int *y;     /* by reference */
};

static int escape_cs(void *ctx)
{
	struct escape_cs *cs = ctx;
	int x = cs->x;
	int *p;
	int *y = cs->y;

	*y = x;
	p = y;
	n++;
	cs->p = p;
	return 0;
}

static int escape(int x)
{
	int *p;
	int y;
	struct escape_cs cs = { .x = x, .y = &y };
	rcl_exec_anon(&m, escape_cs, &cs, sizeof(cs));
	p = cs.p;
	return *p;
}

struct bools_cs {    /* m, in.c:272-274 */
	bool b;      /* in */
	bool r;      /* out */
	_Bool s;     /* out */
	uint8_t u8;  /* out */
	size_t z;    /* out */
};

static int bools_cs(void *ctx)
{
	struct bools_cs *cs = ctx;
	bool b = cs->b;
	bool r;
	_Bool s;
	uint8_t u8;
	size_t z;

	s = b && n; r = !s; u8 = n; z = sizeof(n);
	cs->r = r;
	cs->s = s;
	cs->u8 = u8;
	cs->z = z;
	return 0;
}

static bool bools(bool b)
{
	bool r = false; _Bool s;
	uint8_t u8; size_t z;
	struct bools_cs cs = { .b = b };
	rcl_exec_anon(&m, bools_cs, &cs, sizeof(cs));
	r = cs.r;
	s = cs.s;
	u8 = cs.u8;
	z = cs.z;
	return r ^ s ^ (u8 > z);
}

struct comma_cs {  /* m, in.c:285 */
	int i;     /* in */
};

static int comma_cs(void *ctx)
{
	struct comma_cs *cs = ctx;
	int i = cs->i;

	for (;;) { if (n > i) break; n++; }
	return 0;
}

static int comma(int x)
{
	int i, j;
	rcl_lock(&m), n++;
	for (i = 0, j = x; i < j; i++, j--)
		n += i;
	rcl_unlock(&m);
	struct comma_cs cs = { .i = i };
	rcl_exec_anon(&m, comma_cs, &cs, sizeof(cs));
	return i + j;
}

struct returns_struct_cs {  /* m, in.c:293-295 */
	int x;              /* in */
	struct ro *p;       /* in */
};

static int returns_struct_cs(void *ctx)
{
	struct returns_struct_cs *cs = ctx;
	int x = cs->x;
	struct ro *p = cs->p;

	p->v = x;
	return 0;
}

static struct ro *returns_struct(int x)
{
	static struct ro r = { 1, 2 };
	struct ro *p = &r;
	struct returns_struct_cs cs = { .x = x, .p = p };
	rcl_exec_anon(&m, returns_struct_cs, &cs, sizeof(cs));
	return p;
}

int main(void)
{
	int i;
	for (i = 1; i < 6; i++) {
		mix(asm_out(i));  mix(alloca_in(i)); mix(variadic(2, i, 4));
		mix(local_extern(i)); mix(labels(i)); mix(digraphs(i)); mix(continued(i)); mix(traps(i));
		mix(generic(i)); mix(wide(i)); mix(unions(i)); mix(const_member(i)); mix(thread_local_(i));
		mix(counters(i)); mix(switches(i)); mix(dies(i)); mix(unused_attr(i)); mix(attributed(i));
		mix(escape(i)); mix(bools(i & 1)); mix(comma(i)); mix(returns_struct(i)->v);
		printf("%lu %d\n", sum, n);
	}
	return 0;
}
