#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static unsigned long sum;

static void mix(unsigned long v) { sum = sum * 31 + v; }

/* K&R definition */
static int knr(a, b)
	int a;
	register int b;
{
	int c;
	pthread_mutex_lock(&m);
	c = a * n + b;
	n = c;
	pthread_mutex_unlock(&m);
	return c;
}

/* bit-fields and struct copies */
struct bits { unsigned a : 3, b : 5; int c; };
static int bits(struct bits in)
{
	struct bits out = { 1, 2, 3 };
	pthread_mutex_lock(&m);
	out.a = in.b;
	out.b += in.a;
	out.c = n;
	in.a++;
	pthread_mutex_unlock(&m);
	return out.a + out.b * 10 + out.c * 100 + in.a * 1000;
}

/* anonymous struct variable */
static int anon(int x)
{
	struct { int a, b; } p = { x, 2 };
	pthread_mutex_lock(&m);
	p.a += n;
	n = p.b;
	pthread_mutex_unlock(&m);
	return p.a;
}

/* function local type */
static int local_type(int x)
{
	struct here { int v; };
	struct here h = { x };
	pthread_mutex_lock(&m);
	h.v += n++;
	pthread_mutex_unlock(&m);
	return h.v;
}

/* local type declared and used inside only */
static int inner_type(int x)
{
	pthread_mutex_lock(&m);
	struct inside { int v; } h = { x };
	h.v += n++;
	n += h.v;
	pthread_mutex_unlock(&m);
	return x;
}

/* typeof, __auto_type, statement expressions */
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int gnu(int x)
{
	__typeof__(x) y = 3;
	__auto_type z = x + 1;
	pthread_mutex_lock(&m);
	y = MAX(n, z);
	n = ({ int t = y; t++; t * 2; });
	z = MAX(x, y);
	pthread_mutex_unlock(&m);
	return y + z;
}

/* VLA */
static int vla(int k)
{
	int a[k];
	memset(a, 0, sizeof a);
	pthread_mutex_lock(&m);
	a[0] = n;
	n = k;
	pthread_mutex_unlock(&m);
	return a[0];
}

/* VLA inside */
static int vla_inside(int k)
{
	int r;
	pthread_mutex_lock(&m);
	int a[k];
	a[k - 1] = n;
	n = k;
	r = a[k - 1];
	pthread_mutex_unlock(&m);
	return r;
}

/* pointer to VLA */
static int vla_pointer(int k)
{
	int (*p)[k] = malloc(sizeof *p), r;
	pthread_mutex_lock(&m);
	(*p)[0] = n;
	n = sizeof *p;
	r = (*p)[0];
	pthread_mutex_unlock(&m);
	free(p);
	return r;
}

/* flexible array */
struct flex { int k; int v[]; };
static int flexible(int k)
{
	struct flex *f = malloc(sizeof *f + k * sizeof f->v[0]);
	int r;
	f->k = k;
	pthread_mutex_lock(&m);
	for (int i = 0; i < f->k; i++)
		f->v[i] = n++;
	r = f->v[k - 1];
	pthread_mutex_unlock(&m);
	free(f);
	return r;
}

/* volatile, _Atomic, register, const, restrict */
static int qualified(const int c, int *restrict p)
{
	volatile int v = 1;
	_Atomic int at = 2;
	register int r = 3;
	int *const q = p;
	const char *const s = "xy";
	pthread_mutex_lock(&m);
	v += n;
	at += v;
	r += at + c;
	*p = r;
	*q += s[0];
	n = r & 255;
	pthread_mutex_unlock(&m);
	return v + at + r + *p;
}

/* __func__, __LINE__ */
static int names(int x)
{
	const char *f;
	int l;
	pthread_mutex_lock(&m);
	f = __func__;
	n++;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	l = __LINE__;
	n++;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	assert(n > 0);
	n++;
	pthread_mutex_unlock(&m);
	return (l > 0) + (int)strlen(f) + x;
}

/* local define */
static int local_define(int x)
{
#define TWICE(a) ((a) * 2)
	pthread_mutex_lock(&m);
	n = TWICE(x);
	pthread_mutex_unlock(&m);
#undef TWICE
	pthread_mutex_lock(&m);
#define ONCE(a) (a)
	n += ONCE(x);
#undef ONCE
	pthread_mutex_unlock(&m);
	return n;
}

/* static locals */
static int statics(int x)
{
	static int calls;
	static int table[4];
	static const char *const words[] = { "a", "bc" };
	pthread_mutex_lock(&m);
	calls++;
	table[calls & 3] += x;
	n += words[calls & 1][0];
	pthread_mutex_unlock(&m);
	return calls + table[1];
}

static int static_inside(int x)
{
	int r;
	pthread_mutex_lock(&m);
	static int calls;
	calls += x;
	r = calls;
	pthread_mutex_unlock(&m);
	return r;
}

/* function pointers, arrays of pointers */
static int add(int a) { return a + n; }
static int mul(int a) { return a * n; }
static int pointers(int x)
{
	int (*f)(int) = x & 1 ? add : mul;
	int (*table[2])(int) = { add, mul };
	const char *w[2] = { "abc", "de" };
	int *(*none)(int *, const char *const *) = NULL;
	int r;
	pthread_mutex_lock(&m);
	r = f(x) + table[x & 1](2) + w[1][0] + (none == NULL);
	f = table[0];
	n++;
	pthread_mutex_unlock(&m);
	return r + f(1);
}

/* enum constants local */
static int local_enum(int x)
{
	enum { A = 3, B };
	pthread_mutex_lock(&m);
	n = x + B;
	pthread_mutex_unlock(&m);
	return n + A;
}

/* compound literal whose address escapes */
struct point { int x, y; };
static int compound(int x)
{
	struct point *p, q;
	pthread_mutex_lock(&m);
	p = &(struct point){ .x = x, .y = n };
	q = (struct point){ .y = 4 };
	n++;
	pthread_mutex_unlock(&m);
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
