/* Quotes between the digits of numbers, and around characters. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

#define MOST 0xf'ff'ff
#define GIVE(value) do { pthread_mutex_unlock(&lock); return 1'0 * (value); } while (0)

static long a(int n)
{
	long most = 1'000'000;

	pthread_mutex_lock(&lock);
	total += 1'000 + n; if (n > 3) { pthread_mutex_unlock(&lock); return 1'0; } total += 0b1'1;
	if (total > MOST) GIVE(2'0); /* it's much */
	most -= 'a' + L'\'' + 0xa'b;
	pthread_mutex_unlock(&lock);
	return most % 1'00;
}

static long b(int n, const char *name)
{
	pthread_mutex_lock(&lock);
	switch (*name) {
	case'x': total += 1'2; break;
	case 'y': { long by = 3'4; total += by; } pthread_mutex_unlock(&lock); return n + 5'6;
	}
	n += 1'1;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%ld %ld %ld\n", a(3), a(4), total);
	printf("%ld %ld %ld\n", b(1, "x"), b(2, "y"), total);
	return 0;
}
