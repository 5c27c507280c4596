/* Sizes that are worked out, variables that are bound to registers, and types that macros ask for. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define IS_ARRAY(a) (!__builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0])))
#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define LIKE(a, b) __typeof__(a) b
#define SWAP(a, b) do { __typeof__(a) old = (a); (a) = (b); (b) = old; } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int counted(int n)
{
	int k = n;

	pthread_mutex_lock(&lock);
	shared += (int)sizeof(int[k++]);
	shared += (int)sizeof *(int (*)[k++])NULL;
	pthread_mutex_unlock(&lock);
	return k;
}

static int counted_by_declarations(int n)
{
	int k = n, sum = 0;

	pthread_mutex_lock(&lock);
	int (*rows)[k++] = malloc(64);
	typedef int row[k++];
	sum += (int)(sizeof *rows + sizeof(row));
	shared += sum;
	free(rows);
	pthread_mutex_unlock(&lock);
	return sum + k;
}

/* read before it gets another value */
static int asked_first(int n)
{
	int size, k = n + 1;

	pthread_mutex_lock(&lock);
	size = (int)sizeof(int[k]);
	k = shared;
	shared += k;
	pthread_mutex_unlock(&lock);
	return size;
}

/* its size is known: nothing is counted */
static int not_counted(int n)
{
	int k = n, size;

	pthread_mutex_lock(&lock);
	size = (int)sizeof(int[3]) + (int)sizeof k;
	shared += size;
	pthread_mutex_unlock(&lock);
	return k + size;
}

static long bound(long n)
{
	register long own __asm__("r12") = n;
	long got;

	pthread_mutex_lock(&lock);
	__asm__ volatile("mov %%r12, %0" : "=r"(got) : "r"(own));
	shared++;
	pthread_mutex_unlock(&lock);
	return got;
}

static long only_asked_for(register long n)
{
	register long own = n;

	pthread_mutex_lock(&lock);
	own += shared;
	pthread_mutex_unlock(&lock);
	return own;
}

static int an_array(int n)
{
	int all[4] = { n, 2, 3, 4 }, found;

	pthread_mutex_lock(&lock);
	found = IS_ARRAY(all) * 100 + COUNT(all);
	SWAP(all[0], all[3]);
	shared++;
	pthread_mutex_unlock(&lock);
	return found + all[0] * 10 + all[3];
}

/* nothing else there names it: it is not the pointer's type that is asked for */
static int only_its_type(int n)
{
	char one = (char)n, *p = &one;
	int size;

	pthread_mutex_lock(&lock);
	LIKE(one, other);
	other = (char)(*p + 1);
	size = (int)sizeof other + other;
	one = other;
	shared++;
	pthread_mutex_unlock(&lock);
	return size + *p;
}

static int both(int n)
{
	long a = n, b = 9, *p = &a;

	pthread_mutex_lock(&lock);
	SWAP(a, b);
	*p += 1;
	shared++;
	pthread_mutex_unlock(&lock);
	return (int)(a * 10 + b);
}

int main(void)
{
	for (int n = 1; n < 4; n++) {
		printf("%d %d %d %d\n", counted(n), counted_by_declarations(n), asked_first(n), not_counted(n));
		printf("%ld %ld %d %d %d\n", bound(n), only_asked_for(n), an_array(n), only_its_type(n), both(n));
	}
	return 0;
}
