/* What asks how much of its stack is left, by where its own frame is, is not run on another thread's. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define DEPTH 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, deep;

static int near_by_frame(uintptr_t base)
{
	return base - (uintptr_t)__builtin_frame_address(0) + DEPTH < 2 * DEPTH;
}

static int near_by_difference(uintptr_t base)
{
	char here;

	return base - (uintptr_t)&here + DEPTH < 2 * DEPTH;
}

static int near_by_number(uintptr_t base)
{
	int here = 0;
	uintptr_t stack = (uintptr_t)&here;

	here++;
	return base - stack + DEPTH < 2 * DEPTH;
}

static int near_by_pointer(const char *low, const char *high)
{
	char here;
	const char *stack = &here;

	return low < stack && stack < high;
}

static size_t length(const char *text, size_t *where)
{
	size_t unused;

	if (where == NULL)
		where = &unused;
	for (*where = 0; text[*where] != '\0';)
		++*where;
	return *where;
}

static int frame(uintptr_t base)
{
	int ok;

	pthread_mutex_lock(&lock);
	ok = near_by_frame(base);
	count += ok;
	pthread_mutex_unlock(&lock);
	return ok;
}

static int difference(uintptr_t base)
{
	int ok;

	pthread_mutex_lock(&lock);
	ok = near_by_difference(base);
	count += ok;
	pthread_mutex_unlock(&lock);
	return ok;
}

static int number(uintptr_t base)
{
	int ok;

	pthread_mutex_lock(&lock);
	ok = near_by_number(base);
	count += ok;
	pthread_mutex_unlock(&lock);
	return ok;
}

static int pointer(char *base)
{
	int ok;

	pthread_mutex_lock(&lock);
	ok = near_by_pointer(base - DEPTH, base + DEPTH);
	count += ok;
	pthread_mutex_unlock(&lock);
	return ok;
}

static void own(const char *base)
{
	pthread_mutex_lock(&lock);
	char here;
	if (&here < base - DEPTH || &here > base + DEPTH)
		deep++;
	pthread_mutex_unlock(&lock);
}

static size_t elsewhere(const char *text)
{
	size_t n;
	char copy[8], *end = copy;

	pthread_mutex_lock(&lock);
	n = length(text, NULL);
	while (*text != '\0' && end < copy + sizeof(copy))
		*end++ = *text++;
	count += (int)(end - copy);
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	char base = 0;

	printf("%d", frame((uintptr_t)&base) + difference((uintptr_t)&base) + number((uintptr_t)&base) + pointer(&base));
	own(&base);
	printf(" %zu", elsewhere("stack"));
	printf(" %d %d\n", count, deep);
	return 0;
}
