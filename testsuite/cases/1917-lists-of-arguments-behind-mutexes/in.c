/* What is said about a mutex, and a list of arguments that begins behind it, give it to nobody. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

struct account {
	const char *owner;
	pthread_mutex_t mutex;
	long sum;
};

static void say(void *about, ...)
{
	char text[100];
	const char *format;
	va_list list;

	va_start(list, about);
	format = va_arg(list, const char *);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	printf("%p: %s\n", about, text);
}

static void say_at_once(pthread_mutex_t *about, ...)
{
	va_list list;

	va_start(list, about);
	vfprintf(stderr, "%s is at %p\n", list);
	va_end(list);
}

void pay(struct account *account, long by)
{
	say(&account->mutex, "%s gets %ld", account->owner, by);
	say_at_once(&account->mutex, account->owner, (void *) &account->mutex);
	pthread_mutex_lock(&account->mutex);
	account->sum += by;
	pthread_mutex_unlock(&account->mutex);
}
