/* What a function returns while a guard has the lock: worked out in the section, unless nobody else can change it. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static pthread_mutex_t *take(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static void give_back(pthread_mutex_t **mutex)
{
	if (*mutex != NULL)
		pthread_mutex_unlock(*mutex);
}

static void give_back_always(pthread_mutex_t **mutex)
{
	pthread_mutex_unlock(*mutex);
}

#define GUARD(m) __attribute__((cleanup(give_back_always))) pthread_mutex_t *guard = take(m)
#define BOTH(m) __attribute__((cleanup(give_back_always))) pthread_mutex_t *guard = (pthread_mutex_lock(m), (m))

struct pair {
	int a, b;
};

typedef int (*reader)(int);

static struct pair pair = { 1, 2 };
static char name[16] = "name";
static int count, limit = 5;
static unsigned char small = 250;

static struct pair get_pair(void)
{
	GUARD(&m);
	return pair;
}

static const char *get_name(int from)
{
	BOTH(&m);
	if (from > 3)
		return "none";
	return name + from;
}

static bool is_full(void)
{
	GUARD(&m);
	return count >= limit;
}

static unsigned char narrow(int by)
{
	GUARD(&m);
	return small + by;
}

static int plus_count(int n)
{
	return n + count;
}

static reader get_reader(int which)
{
	GUARD(&m);
	if (!which)
		return NULL;
	return which == count ? NULL : plus_count;
}

static int (*get_plain_reader(void))(int)
{
	GUARD(&m);
	count++;
	return plus_count;
}

/* Its address is known to others, and so is that of the array. */
static void set(int *to, int value)
{
	*to = value;
}

static int by_reference(int n)
{
	int x = n, list[3] = { 1, 2, 3 };
	set(&x, n + 1);

	GUARD(&m);
	count += x;
	set(&x, count);
	if (n == 1)
		return x;
	if (n == 2)
		return list[n] +
			x *
			2;
	list[n % 3] += x;
	return(list[0] + list[1] + (list[2]));
}

/* A local variable that only this function knows, and one that has the name of what is given back. */
static int own(int n)
{
	int result = n * 2;
	GUARD(&m);

	if (n < 0)
		return -1; /* none */
	else if (n == 0)
		return result + count;
	for (int i = 0; i < n; i++)
		if (i == limit)
			return i;
		else if (i + count > 40)
			return count - i;
	result += count;
	return result;
}

static int jumps(int n)
{
	int found = 0;

	{
		GUARD(&m);
		if (n == 0)
			goto out;
	again:
		switch (n) {
		case 1:
			found = count;
			break;
		case 2:
			goto out;
		case 3:
			return found + limit;
		case 4:
			n = 1;
			goto again;
		default:
			while (n > 6) {
				if (n == 9)
					goto twice;
				n--;
				continue;
			}
			do {
				if (n == 5)
					break;
				n--;
			} while (n > 0);
		}
		found += n;
	}
	return found;
twice:
	found = 2;
out:
	return found - 100;
}

static int waits(int n)
{
	GUARD(&m);

	while (count < n)
		pthread_cond_wait(&filled, &m);
	count--;
	return count;
}

static void fill(int n)
{
	GUARD(&m);
	if (n < 0)
		return;
	count += n;
	pthread_cond_broadcast(&filled);
}

static void *filler(void *arg)
{
	fill(*(int *)arg);
	return NULL;
}

static int fails(int n)
{
	GUARD(&m);
	errno = n + count - count;
	return errno ? -errno : errno;
}

static int recurses(int n)
{
	if (n == 0)
		return 1;
	{
		GUARD(&m);
		count++;
	}
	return n * recurses(n - 1);
}

/* Another lock inside, and one around it. */
static int inside(int n)
{
	GUARD(&m);

	pthread_mutex_lock(&other);
	if (n > 2) {
		limit++;
		pthread_mutex_unlock(&other);
		return count + n;
	}
	limit--;
	pthread_mutex_unlock(&other);
	return limit;
}

static int around(int n)
{
	pthread_mutex_lock(&other);
	{
		GUARD(&m);
		count += n;
	}
	limit += count;
	if (n == 1) {
		pthread_mutex_unlock(&other);
		return -1;
	}
	limit -= count;
	pthread_mutex_unlock(&other);
	return n;
}

static int one_behind_the_other(int n)
{
	{
		GUARD(&m);
		if (n == 0)
			return count;
		count += n;
	}
	{
		GUARD(&other);
		if (n == 1)
			return limit;
		limit += n;
	}
	return n;
}

static int two_at_once(int n)
{
	__attribute__((cleanup(give_back))) pthread_mutex_t *first = take(&m);
	__attribute__((cleanup(give_back))) pthread_mutex_t *second = take(&other);

	count += n;
	limit += n;
	if (n == 3)
		return count * limit;
	return 0;
}

/* The other lock is kept on some ways. */
static int keeps(int n)
{
	int seen = 0;
	GUARD(&m);

	pthread_mutex_lock(&other);
	seen = limit;
	if (n == 1)
		return seen;
	if (n == 2)
		return -seen;
	seen++;
	pthread_mutex_unlock(&other);
	return seen;
}

static int overlaps(int n)
{
	pthread_mutex_lock(&other);
	limit += n;
	GUARD(&m);
	count += n;
	pthread_mutex_unlock(&other);
	count++;
	return count;
}

int main(void)
{
	pthread_t thread;
	int ten = 10;

	printf("%d %d\n", get_pair().a, get_pair().b);
	printf("%s %s\n", get_name(1), get_name(4));
	printf("%d %d\n", is_full(), narrow(10));
	printf("%d %d\n", get_reader(0) == NULL, get_reader(1)(3));
	printf("%d\n", get_plain_reader()(4));
	printf("%d %d %d %d\n", by_reference(0), by_reference(1), by_reference(2), by_reference(3));
	printf("%d %d %d %d\n", own(-1), own(0), own(3), own(9));
	count = 35;
	printf("%d %d\n", own(4), own(12));
	for (int i = 0; i < 11; i++)
		printf("%d ", jumps(i));
	count = 0;
	pthread_create(&thread, NULL, filler, &ten);
	printf("\n%d\n", waits(10));
	pthread_join(thread, NULL);
	printf("%d %d\n", fails(0), fails(3));
	printf("%d\n", errno);
	printf("%d %d\n", recurses(4), count);
	printf("%d %d\n", inside(1), inside(3));
	printf("%d %d\n", around(1), around(2));
	printf("%d %d %d\n", one_behind_the_other(0), one_behind_the_other(1), one_behind_the_other(2));
	printf("%d %d\n", two_at_once(3), two_at_once(4));
	for (int i = 0; i < 3; i++) {
		printf("%d ", keeps(i));
		if (i > 0)
			pthread_mutex_unlock(&other);
	}
	printf("%d %d %d\n", overlaps(3), count, limit);
	return 0;
}
