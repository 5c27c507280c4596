#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdarg.h>

#define LOCK(l) do { pthread_mutex_lock(&(l)->m); } while (0)
#define UNLOCK(l) do { pthread_mutex_unlock(&(l)->m); } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct lk { pthread_mutex_t m; pthread_cond_t c; int n; unsigned flag : 3, other : 5; };
struct vec { double x, y, z; int tag; };
typedef int (*cb_t)(int, void *);
enum color { RED, GREEN = 5, BLUE };

static struct lk A = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0 };
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, h = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t arr[4];
static pthread_mutex_t rec;
static __thread int tls_counter;
static int total, table[16];

static int twice(int v, void *p) { *(int *)p += v; return v * 2; }

static struct vec make(int k)
{
	struct vec v = { k, k + 1, k + 2, 0 };
	int old;

	pthread_mutex_lock(&g);
	old = total;
	total += k;
	v.tag = total; /* partial write */
	pthread_mutex_unlock(&g);
	v.x += old;
	return v;
}

static int find(const int *a, size_t n, int want)
{
	size_t i, hits = 0;
	int last = -1;

	for (i = 0; i < n; i++) {
		LOCK(&A);
		if (a[i] < 0) {
			A.flag++;
			UNLOCK(&A);
			continue;
		}
		if (a[i] == want) {
			last = (int)i;
			hits++;
			if (hits == 2) {
				A.other += 3;
				UNLOCK(&A);
				break;
			}
		}
		A.n += a[i];
		UNLOCK(&A);
	}
	return last * 10 + (int)hits;
}

static int sw(int k)
{
	int r = 0;

	switch (k) {
	case 0:
		pthread_mutex_lock(&g);
		r = total;
		pthread_mutex_unlock(&g);
		break;
	case 1:
		pthread_mutex_lock(&g);
		if (total & 1) {
			r = -1;
			pthread_mutex_unlock(&g);
			return r - 5;
		}
		for (int i = 0; i < 3; i++)
			r += table[i];
		pthread_mutex_unlock(&g);
		/* fall through */
	case 2: {
		int t = r;
		pthread_mutex_lock(&g);
		t += 7, r = t * 2;
		pthread_mutex_unlock(&g);
		break;
	}
	default:
		r = 99;
	}
	return r;
}

static int label(int k)
{
	int rc = 0, *p = NULL;
	char name[32];
	static int calls;

	pthread_mutex_lock(&h);
	calls++;
	if (k < 0) {
		rc = -EINVAL;
		goto out;
	}
	snprintf(name, sizeof name, "k%d-%zu", k, ARRAY_SIZE(name));
	p = malloc(sizeof *p);
	if (!p)
		goto out;
	*p = (int)strlen(name) + calls;
	rc = *p;
	if (k == 3) {
		pthread_mutex_unlock(&h);
		free(p);
		return rc + 1000;
	}
out:
	pthread_mutex_unlock(&h);
	free(p);
	return rc;
}

static int nested(int k)
{
	int a = k, b = 0, c;
	enum color col = RED;

	pthread_mutex_lock(&g);
	a += total;
	{
		int a = 5; /* shadows */
		b += a;
	}
	pthread_mutex_lock(&h);
	b += table[k & 15]++;
	col = b > 3 ? BLUE : GREEN;
	if (b > 100) {
		pthread_mutex_unlock(&h);
		pthread_mutex_unlock(&g);
		return -1;
	}
	c = a + b;
	pthread_mutex_unlock(&h);
	total ^= c;
	pthread_mutex_unlock(&g);
	return a * 3 + b + c + col;
}

static void *worker(void *arg)
{
	cb_t cb = twice;
	long sum = 0;
	int id = *(int *)arg, extra = 0;

	for (int i = 0; i < 2000; i++) {
		pthread_mutex_lock(&arr[i & 3]);
		tls_counter++;
		sum += cb(i & 7, &extra);
		table[8 + (i & 3)]++;
		errno = 0;
		pthread_mutex_unlock(&arr[i & 3]);
		if (pthread_mutex_trylock(&g) == 0) {
			table[15]++;
			pthread_mutex_unlock(&g);
		} else {
			pthread_mutex_lock(&g);
			table[15]++;
			pthread_mutex_unlock(&g);
		}
		pthread_mutex_lock(&rec);
		pthread_mutex_lock(&rec);
		table[14]++;
		pthread_mutex_unlock(&rec);
		pthread_mutex_unlock(&rec);
	}
	LOCK(&A);
	while (A.n < 100)
		pthread_cond_wait(&A.c, &A.m);
	A.n++;
	pthread_cond_broadcast(&A.c);
	UNLOCK(&A);
	return (void *)(intptr_t)(sum + tls_counter + extra + id * 0);
}

static int vararg(int n, ...)
{
	va_list ap;
	int s = 0;

	va_start(ap, n);
	pthread_mutex_lock(&g);
	while (n-- > 0)
		s += va_arg(ap, int);
	total += s;
	pthread_mutex_unlock(&g);
	va_end(ap);
	return s;
}

static bool both(int k, int *out)
{
	bool ok;
	pthread_mutex_lock(&g);
	if (k) {
		*out = total;
		ok = true;
		pthread_mutex_unlock(&g);
	} else {
		ok = false;
		pthread_mutex_unlock(&g);
	}
	return ok;
}

static int early(int k)
{
	int i = k, j;
	pthread_mutex_lock(&g);
	for (j = 0; j < 10; j++) {
		for (i = 0; i < 10; i++) {
			if (i * j == k) {
				int product = i + j;
				pthread_mutex_unlock(&g);
				return product * 2 + MAX(i, j);
			}
		}
	}
	i--;
	pthread_mutex_unlock(&g);
	return i + j;
}

int main(void)
{
	int data[] = { 3, -1, 4, 3, 5, 3 }, out = 0;
	pthread_t t[4];
	int ids[4];
	pthread_mutexattr_t at;

	for (int i = 0; i < 4; i++)
		pthread_mutex_init(&arr[i], NULL);
	pthread_mutexattr_init(&at);
	pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);
	if (pthread_mutex_init(&rec, &at) != 0)
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
	LOCK(&A);
	A.n = 100;
	pthread_cond_broadcast(&A.c);
	UNLOCK(&A);
	for (int i = 0; i < 4; i++) {
		void *r;
		pthread_join(t[i], &r);
		printf("%ld\n", (long)(intptr_t)r);
	}
	printf("%d %d %d %d %d %d\n", table[8], table[9], table[14], table[15], A.n, total);
	pthread_mutex_destroy(&rec);
	return 0;
}
