#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <alloca.h>
#include <complex.h>
#include <stdint.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static unsigned long sum;
static __thread int mine;

static void mix(unsigned long v) { sum = sum * 31 + v; }

static int asm_out(int x)
{
	int r, s = 2;
	pthread_mutex_lock(&m);
	__asm__ volatile ("leal 1(%1), %0" : "=r" (r) : "r" (x));
	__asm__ ("addl %1, %0" : "+r" (s) : "r" (x) : "cc");
	n = r;
	pthread_mutex_unlock(&m);
	return r + s;
}



static int alloca_in(int x)
{
	char *p;
	pthread_mutex_lock(&m);
	p = alloca(x);
	memset(p, 1, x);
	n += p[0];
	pthread_mutex_unlock(&m);
	return p[x - 1];
}

static int variadic(int k, ...)
{
	va_list ap;
	int r = 0;
	va_start(ap, k);
	pthread_mutex_lock(&m);
	while (k--)
		r += va_arg(ap, int);
	n = r;
	pthread_mutex_unlock(&m);
	va_end(ap);
	return r;
}

static int local_extern(int x)
{
	extern int elsewhere;
	int helper(int);
	pthread_mutex_lock(&m);
	n += elsewhere + helper(x);
	pthread_mutex_unlock(&m);
	return n;
}
int elsewhere = 3;
int helper(int);
int helper(int a) { return a * 2; }

static int labels(int x)
{
	pthread_mutex_lock(&m);
	if (x == 2)
		goto out;
	n++;
	if (x == 3)
		goto out2;
	n++;
out:
	n += 10;
out2:
	pthread_mutex_unlock(&m);
	return n;
}

static int digraphs(int x)
<%
	int a<:2:> = <% x, 2 %>;
	pthread_mutex_lock(&m);
	a<:0:> += n;
	n = a<:1:>;
	pthread_mutex_unlock(&m);
	return a[0];
%>

static int continued(int x)
{
	pthread_mutex_\
lock(&m);
	n += x;
	pthread_mutex_unlock\
(&m);
	pthread_mutex_lock(
		&m
	)
	;
	n += x;
	pthread_mutex_unlock(/* a ; comment ) */ &m /* } */) /* pthread_mutex_unlock(&m); */ ;
	return n;
}

static int traps(int x)
{
	const char *s;
	pthread_mutex_lock(&m);

	s = "pthread_mutex_unlock(&m); return 0; } \" /* ";
	n += (int)strlen(s) + '"' + '{' + '\'' + x;
	/* pthread_mutex_unlock(&m); */
	pthread_mutex_unlock(&m);
	return s[0];
}

static int generic(int x)
{
	double d = 1.5;
	pthread_mutex_lock(&m);
	n += _Generic(d, double: 2, default: 3) + _Generic((x), int: x, default: 0);
	d = n;
	pthread_mutex_unlock(&m);
	return d;
}

static int wide(int x)
{
	__int128 big = x;
	double complex z = x;
	typedef int v4 __attribute__((vector_size(16)));
	pthread_mutex_lock(&m);
	big *= n;
	z = z * I;
	n = (int)big;
	pthread_mutex_unlock(&m);
	return (int)(big + (int)cimag(z)) + (int)sizeof(v4);
}

union u { int i; float f; unsigned char c[4]; };
static int unions(int x)
{
	union u u;
	int grid[2][3] = { { 1, 2, 3 }, { x } };
	struct { int a; } list[2] = { { 1 }, { 2 } };
	pthread_mutex_lock(&m);
	u.i = n;
	u.c[0] ^= x;
	grid[1][2] = u.i;
	n = grid[0][1];
	pthread_mutex_unlock(&m);
	return u.i + grid[1][2] + list[1].a;
}

struct ro { const int k; int v; };
static int const_member(int x)
{
	struct ro r = { 3, x };
	pthread_mutex_lock(&m);
	r.v += r.k + n++;
	pthread_mutex_unlock(&m);
	return r.v;
}

static int thread_local_(int x)
{
	static _Thread_local int count;
	pthread_mutex_lock(&m);
	mine += x; count++;
	n += mine;
	pthread_mutex_unlock(&m);
	return mine + count;
}

static int counters(int x)
{
	int a, b;
	pthread_mutex_lock(&m);
	a = __COUNTER__;
	b = __COUNTER__;
	n += b - a;
	_Static_assert(sizeof(int) == 4, "no; }");
	pthread_mutex_unlock(&m);
	return b - a + x;
}

static int switches(int x)
{
	switch (x) {
	case 1:
		pthread_mutex_lock(&m);
		n++;
		__attribute__((fallthrough));
	case 2:
		n += 2;
		break;
	default:
		break;
	}
	if (x == 1)
		pthread_mutex_unlock(&m);
	switch (x) {
	case 3: pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); break;
	case 4: {
		pthread_mutex_lock(&m);
		switch (n & 3) { case 0: n++; break; default: n += 2; }
		pthread_mutex_unlock(&m);
		break;
	}
	}
	return n;
}

static _Noreturn void die(void) { exit(3); }
static int dies(int x)
{
	int r;
	pthread_mutex_lock(&m);
	if (x < 0) {
		n = 3;
		die();
	}
	r = n++;
	pthread_mutex_unlock(&m);
	return r;
}

static int unused_attr(int x __attribute__((unused)))
{
	int a __attribute__((aligned(16))) = 3;
	int r __attribute__((unused));
	pthread_mutex_lock(&m);
	a += n;
	r = a;
	n++;
	pthread_mutex_unlock(&m);
	return a;
}

static __attribute__((hot, unused)) __inline__ int
attributed(int x)
{
	__extension__ int y = __extension__ (x);
	pthread_mutex_lock(&m);
	y += __builtin_expect(n, 0);
	n = __builtin_constant_p(y) ? 1 : y & 7;
	pthread_mutex_unlock(&m);
	return y;
}

static int escape(int x)
{
	int *p;
	pthread_mutex_lock(&m);
	int y = x;
	p = &y;
	n++;
	pthread_mutex_unlock(&m);
	return *p;
}

static bool bools(bool b)
{
	bool r = false; _Bool s;
	uint8_t u8; size_t z;
	pthread_mutex_lock(&m);
	s = b && n; r = !s; u8 = n; z = sizeof(n);
	pthread_mutex_unlock(&m);
	return r ^ s ^ (u8 > z);
}

static int comma(int x)
{
	int i, j;
	pthread_mutex_lock(&m), n++;
	for (i = 0, j = x; i < j; i++, j--)
		n += i;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); for (;;) { if (n > i) break; n++; } pthread_mutex_unlock(&m);
	return i + j;
}

static struct ro *returns_struct(int x)
{
	static struct ro r = { 1, 2 };
	struct ro *p = &r;
	pthread_mutex_lock(&m);
	p->v = x;
	pthread_mutex_unlock(&m);
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
