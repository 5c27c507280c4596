#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int words, numbers, looked;
static struct timespec seen;
static struct timespec *last;

struct count_cs {    /* lock, in.c:18-30 */
	char *text;  /* in */
	int found;   /* in-out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	char *text = cs->text;
	int found = cs->found;
	char *rest;
	char *word = strtok_r(text, " ", &rest);
	while (word != NULL) {
		char *end;

		words++;
		found++;
		if (strtol(word, &end, 10) > 0 && *end == '\0')
			numbers++;
		word = strtok_r(NULL, " ", &rest);
	}
	cs->found = found;
	return 0;
}

/* strtok_r keeps where it is in the variable, not where the variable is. */
static int count(char *text)
{
	int found = 0;

	struct count_cs cs = { .text = text, .found = found };
	rcl_exec_errno(&lock, count_cs, &cs, sizeof(cs));
	found = cs.found;
	return found;
}

static int later(const struct timespec *now, const struct timespec *before)
{
	return now->tv_sec >= before->tv_sec;
}

static int look(int n)
{
	return n * 2;
}

struct refresh_cs {  /* lock, in.c:47-61 */
	int n;       /* in */
	int result;  /* out */
	int at;      /* where it goes on */
};

static int refresh_cs(void *ctx)
{
	struct refresh_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 0) {
		struct timespec now = { n, 0 };

		if (later(&now, &seen)) {
			int result;

			cs->at = 1;
			return 1;
			at_1:
			result = cs->result;
			looked += result;
		}
	}
	looked++;
	return 0;
}

/* What has been looked at before the lock is given back for a while is of no use after that. */
static void refresh(int n)
{
	int result;
	struct refresh_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, refresh_cs, &cs, sizeof(cs)) == 1) {
		result = look(n);
		cs.result = result;
	}
}

/* Here it is, by an address that is kept. */
static void refresh_kept(int n)
{
	rcl_lock(&lock);
	if (n > 0) {
		struct timespec now = { n, 0 };
		int result;

		last = &now;
		rcl_unlock(&lock);
		result = look(n);
		rcl_lock(&lock);
		looked += result + (int)last->tv_sec;
		last = NULL;
	}
	rcl_unlock(&lock);
}

struct refresh_used_cs {      /* lock, in.c:85-95 */
	int n;                /* in */
	struct timespec now;  /* kept */
	int result;           /* out */
	int at;               /* where it goes on */
};

static int refresh_used_cs(void *ctx)
{
	struct refresh_used_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	if (n > 0) {
		struct timespec now = { n, 0 };
		int result = later(&now, &seen);

		cs->now = now;
		cs->result = result;
		cs->at = 1;
		return 1;
		at_1:
		now = cs->now;
		result = cs->result;
		looked += result + later(&now, &seen);
	}
	return 0;
}

/* And here by its name, which a copy serves as well. */
static void refresh_used(int n)
{
	int result;
	struct refresh_used_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, refresh_used_cs, &cs, sizeof(cs)) == 1) {
		result = cs.result;
		result += look(n);
		cs.result = result;
	}
}

int main(void)
{
	char text[] = "one 2 three 44";
	int found = count(text);

	refresh(3);
	refresh_kept(2);
	refresh_used(1);
	printf("%d %d %d %d\n", found, words, numbers, looked);
	return 0;
}
