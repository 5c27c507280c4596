#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define _cleanup_(f) __attribute__((cleanup(f)))
#define GUARD(m) pthread_mutex_t *guard __attribute__((cleanup(unlock_it))) = lock_it(m)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

/* Called where a variable's scope ends, with the variable's address. */
static void unlock_it(pthread_mutex_t **mutex)
{
	if (*mutex)
		pthread_mutex_unlock(*mutex);
}

static pthread_mutex_t *lock_it(pthread_mutex_t *mutex)
{
	pthread_mutex_lock(mutex);
	return mutex;
}

static int spelled(int by)
{
	pthread_mutex_t *held __attribute__((cleanup(unlock_it))) = NULL;

	pthread_mutex_lock(&lock);
	held = &lock;
	if (by > 2)
		return -1;
	n += by;
	return n;
}

static int through_macro(int by)
{
	_cleanup_(unlock_it) pthread_mutex_t *held = lock_it(&lock);

	n += by;
	return held ? n : 0;
}

static int all_in_macro(int by)
{
	GUARD(&lock);

	n += by;
	return n;
}

/* The same lock, given back in the usual way. */
static int usual(int by)
{
	pthread_mutex_lock(&lock);
	n += by;
	pthread_mutex_unlock(&lock);
	return n;
}

static int freed;

static void free_it(char **text)
{
	freed += *text != NULL;
	free(*text);
}

/* A clean-up that has nothing to do with locks, of what the section gives a value, on some ways. */
static int texts(const char *from)
{
	_cleanup_(free_it) char *text = NULL;
	__attribute__((cleanup(free_it))) char *other = strdup("other");

	pthread_mutex_lock(&lock);
	if (n > 100) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	text = strdup(from);
	n += (int)strlen(text);
	free(other);
	other = NULL;
	pthread_mutex_unlock(&lock);
	return n;
}

/* Of a variable of the section's: that is cut before it. */
static int inside(const char *from)
{
	int length;

	pthread_mutex_lock(&lock);
	n++;
	_cleanup_(free_it) char *text = strdup(from);
	length = (int)strlen(text);
	pthread_mutex_unlock(&lock);
	return length;
}

/* Of one that it does not use, around a section that is left by all kinds of jumps. */
static int unused(int times)
{
	for (int i = 0; i < times; i++) {
		_cleanup_(free_it) char *text = strdup("unused");

		pthread_mutex_lock(&lock);
		if (i == 0) {
			pthread_mutex_unlock(&lock);
			continue;
		}
		if (i == 2) {
			pthread_mutex_unlock(&lock);
			break;
		}
		n++;
		pthread_mutex_unlock(&lock);
		text[0] = 'U';
	}
	return freed;
}

int main(void)
{
	printf("%d %d\n", texts("abc"), freed);
	printf("%d %d\n", inside("abcd"), freed);
	printf("%d %d\n", unused(5), freed);
	printf("%d %d %d\n", spelled(1), spelled(3), through_macro(2));
	printf("%d %d\n", all_in_macro(3), usual(4));
	return 0;
}
