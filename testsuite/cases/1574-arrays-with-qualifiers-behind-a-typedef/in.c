/* The qualifiers of an array whose type has a name are those of its elements, to which sections get pointers. */
#include <pthread.h>
#include <stdio.h>

typedef int row[3];
typedef const int fixed[3];
typedef row table[2];
typedef const char *names[2];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int parameters(const row r, const table t, volatile row v, fixed f, names const n)
{
	int sum;

	pthread_mutex_lock(&lock);
	sum = r[0] + t[1][1] + v[2]++ + f[1] + n[1][0];
	f++;
	total += sum;
	pthread_mutex_unlock(&lock);
	return sum + f[1];
}

static int variables(int n)
{
	const row r = { 1, 2, n };
	const table t = { { 3, 4, 5 }, { 6, 7, n } };
	const row several[2] = { { 1 }, { n } };
	static const table kept = { { 8 } };
	volatile row v = { 1, 2, n };
	const names named = { "one", "two" };
	const row (*p)[2] = &several;
	row plain = { 9 };
	const __typeof__(plain) same = { n };
	int sum;

	pthread_mutex_lock(&lock);
	sum = r[2] + t[1][0] + several[1][0] + kept[0][0] + v[2]++ + named[1][1] + (*p)[1][0] + plain[0]++ + same[0];
	sum += (int)(sizeof(r) + sizeof(t[0]));
	total += sum;
	pthread_mutex_unlock(&lock);
	return sum + v[2] + plain[0];
}

int main(void)
{
	row r = { 1, 2, 3 };
	table t = { { 4, 5, 6 }, { 7, 8, 9 } };
	names n = { "a", "b" };

	printf("%d %d\n", parameters(r, t, r, r, n), variables(4));
	printf("%d %d\n", total, r[2]);
	return 0;
}
