/* What the program has printf call uses a variable of its thread's. */
#define _GNU_SOURCE
#include <printf.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static const char *const form = "%W";
static _Thread_local int mine;
static int total;

static int show(FILE *to, const struct printf_info *info, const void *const *given)
{
	return fprintf(to, "%0*d", info->width, **(const int *const *)given + mine++);
}

static int given(const struct printf_info *info, size_t many, int *types, int *sizes)
{
	if (many > 0) {
		types[0] = PA_INT;
		sizes[0] = sizeof(int);
	}
	return info->spec == 'W';
}

struct add_cs {            /* lock, in.c:31-35 */
	int n;             /* in-out */
	char (*text)[16];  /* by reference */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	char (*text)[16] = cs->text;

	snprintf(*text, sizeof(*text), form, n);
	total += atoi(*text);
	n = total;
	cs->n = n;
	return 0;
}

static int add(int n)
{
	char text[16];

	struct add_cs cs = { .n = n, .text = &text };
	rcl_exec(&lock, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static void *work(void *arg)
{
	mine = 10;
	*(int *)arg = add(1) + add(2) + mine;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int found = 0, own;

	register_printf_specifier('W', show, given);
	own = add(3);
	pthread_create(&thread, NULL, work, &found);
	pthread_join(thread, NULL);
	printf("%d %d %d %d\n", own, found, mine, total);
	return 0;
}
