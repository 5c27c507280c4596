/* What stands in braces on one line with a section gets lines of its own. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long data;
static long one(int n) { pthread_mutex_lock(&m); data += n; long r = data; pthread_mutex_unlock(&m); return r; }
static void two(int n) { pthread_mutex_lock(&m); data += n; pthread_mutex_unlock(&m); }
static void *run(void *a) { long s = 0; for (int i = 0; i < 1000; i++) { s += one(i & 3); two(i); } printf("%ld\n", s); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%ld\n", data); return 0; }
static int four(int n) { if (n > 3) { pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); return 2; } n++; return n; }
static int five(int n)
{
	for (int i = 0; i < n; i++) { pthread_mutex_lock(&m); data += i; pthread_mutex_unlock(&m); }
	while (n--) { if (n == 2) { continue; } pthread_mutex_lock(&m); if (data > 7) { pthread_mutex_unlock(&m); break; } data += n; pthread_mutex_unlock(&m); n--; }
	if (n) { int got = pthread_mutex_trylock(&m); if (got == 0) { data++; pthread_mutex_unlock(&m); } }
	do { pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); } while (0);
	return n;
}
int more(int n) { return four(n) + five(n); }
