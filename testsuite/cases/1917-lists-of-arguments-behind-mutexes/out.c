/* What is said about a mutex, and a list of arguments that begins behind it, give it to nobody. */
#include <pthread.h>
#include <rcl.h>
#include <stdarg.h>
#include <stdio.h>

struct account {
	const char *owner;
	rcl_mutex_t mutex;
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

static void say_at_once(rcl_mutex_t *about, ...)
{
	va_list list;

	va_start(list, about);
	vfprintf(stderr, "%s is at %p\n", list);
	va_end(list);
}

struct pay_cs {                   /* account->mutex, in.c:38-40 */
	struct account *account;  /* in */
	long by;                  /* in */
};

static int pay_cs(void *ctx)
{
	struct pay_cs *cs = ctx;
	struct account *account = cs->account;
	long by = cs->by;

	account->sum += by;
	return 0;
}

void pay(struct account *account, long by)
{
	say(&account->mutex, "%s gets %ld", account->owner, by);
	say_at_once(&account->mutex, account->owner, (void *) &account->mutex);
	struct pay_cs cs = { .account = account, .by = by };
	rcl_exec_anon(&account->mutex, pay_cs, &cs, sizeof(cs));
}
