/* Checks of macros in loops, in a switch, and in a section that stands in another one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;
static int total, other, notes;
struct item { int n; struct item *next; char name[8]; };
static struct item items[3] = { { 1, &items[1], "a" }, { 2, &items[2], "b" }, { 3, NULL, "c" } };
#define CHECK(c, m, label) do { if (!(c)) { pthread_mutex_unlock(m); goto label; } } while (0)
#define CHECK_SET(c, m, var, val, label) do { if (!(c)) { pthread_mutex_unlock(m); var = val; notes += var; goto label; } } while (0)
#define RET_IF(c, m, v) if (c) { pthread_mutex_unlock(m); return v; } else (void)0
#define CHECK_KEEP(c, v) do { if (!(c)) return v; } while (0)
/* the outer section has n by its address, the inner is left to a label of the outer */
static int f(int n)
{
	int err = 0, got;

	pthread_mutex_lock(&a_lock);
	got = sscanf("7", "%d", &n);
	total += got;
	pthread_mutex_lock(&b_lock);
	other += n;
	CHECK_SET(other < 20, &b_lock, err, n + got, skip);
	CHECK_SET(other < 30, &b_lock, n, n * 2, skip);
	other++;
	pthread_mutex_unlock(&b_lock);
	total += 5;
skip:
	total += err + n;
	err = total;
	pthread_mutex_unlock(&a_lock);
	return err;
}
static int g(int n)
{
	int found = 0;
	pthread_mutex_lock(&a_lock);
	for (struct item *i = items; i; i = i->next) {
		char copy[8];
		strcpy(copy, i->name);
		RET_IF(i->n == n, &a_lock, i->n * 10 + copy[0]);
		found++;
		switch (found) {
		case 2:
			RET_IF(n == 77, &a_lock, found + copy[0]);
			break;
		default:
			CHECK(n != 88, &a_lock, out);
		}
	}
	pthread_mutex_unlock(&a_lock);
	found = -found;
out:
	return found;
}
static int h(int n)
{
	int total = 3; /* hides the other one */
	for (int k = 0; k < 3; k++) {
		pthread_mutex_lock(&b_lock);
		other += k;
		CHECK(k != n, &b_lock, next);
		int total = other;
		RET_IF(total > 400, &b_lock, total);
		other += total;
		pthread_mutex_unlock(&b_lock);
		notes += total;
next:
		total++;
	}
	return total;
}
static int *p(int n)
{
	static int kept;
	pthread_mutex_lock(&a_lock);
	RET_IF(n < 0, &a_lock, NULL);
	kept += n;
	RET_IF(n == 5, &a_lock, &kept);
	kept++;
	pthread_mutex_unlock(&a_lock);
	return &kept;
}
static unsigned char u(int n)
{
	pthread_mutex_lock(&a_lock);
	total += n;
	CHECK_KEEP(n < 1000, 44);
	RET_IF(n > 10, &a_lock, 256 + n);
	n = total;
	pthread_mutex_unlock(&a_lock);
	return n;
}
int main(void)
{
	printf("%d %d %d %d\n", f(1), f(2), f(3), f(4));
	printf("%d %d %d %d\n", g(2), g(77), g(88), g(9));
	printf("%d %d %d\n", h(0), h(1), h(5));
	printf("%d %d %d\n", p(-1) == NULL, *p(5), *p(3));
	printf("%d %d\n", u(3), u(12));
	printf("%d %d %d\n", total, other, notes);
	printf("%d\n", u(2000));
	return 0;
}
