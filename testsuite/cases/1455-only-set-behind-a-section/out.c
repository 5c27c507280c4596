/* What a section uses, and what stands behind it only sets, as in janus: gcc complains of a variable that is only set. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static char line[] = "some words";
static int letters;

struct declared_inside_cs {  /* lock, in.c:12-15 */
	char **word;         /* by reference */
};

static int declared_inside_cs(void *ctx)
{
	struct declared_inside_cs *cs = ctx;
	char **word = cs->word;

	*word = strchr(line, 'w');
	letters += (int)strlen(*word);
	return 0;
}

static int declared_inside(void)
{
	char *word;
	struct declared_inside_cs cs = { .word = &word };
	rcl_exec_anon(&lock, declared_inside_cs, &cs, sizeof(cs));
	word = NULL;
	return 1;
}

struct declared_before_cs {  /* lock, in.c:24-27 */
	char **word;         /* by reference */
};

static int declared_before_cs(void *ctx)
{
	struct declared_before_cs *cs = ctx;
	char **word = cs->word;

	*word = strchr(line, 's');
	letters += (int)strlen(*word);
	return 0;
}

static int declared_before(int n)
{
	char *word;

	struct declared_before_cs cs = { .word = &word };
	rcl_exec_anon(&lock, declared_before_cs, &cs, sizeof(cs));
	if (n)
		word = NULL;
	return 2;
}

struct with_a_value_cs {  /* lock, in.c:37-39 */
	char *word;       /* in */
};

static int with_a_value_cs(void *ctx)
{
	struct with_a_value_cs *cs = ctx;
	char *word = cs->word;

	letters += (int)strlen(word);
	return 0;
}

static int with_a_value(void)
{
	char *word = line;

	struct with_a_value_cs cs = { .word = word };
	rcl_exec_anon(&lock, with_a_value_cs, &cs, sizeof(cs));
	word = NULL;
	return 3;
}

struct in_a_way_out_cs {  /* lock, in.c:46-54 */
	int n;            /* in */
	char **word;      /* by reference */
};

static int in_a_way_out_cs(void *ctx)
{
	struct in_a_way_out_cs *cs = ctx;
	int n = cs->n;
	char **word = cs->word;

	*word = line + n;
	if (**word == 's') {
		return 1;
	}
	letters += n;
	return 0;
}

static int in_a_way_out(int n)
{
	char *word;
	struct in_a_way_out_cs cs = { .n = n, .word = &word };
	if (rcl_exec_anon(&lock, in_a_way_out_cs, &cs, sizeof(cs)) == 1) {
		word = NULL;
		return 4;
	}
	return 5;
}

int main(void)
{
	printf("%d %d %d\n", declared_inside(), declared_before(1), with_a_value());
	printf("%d %d\n", in_a_way_out(0), in_a_way_out(1));
	printf("%d\n", letters);
	return 0;
}
