#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;
static char *text;
static int (*rows)[2];

/* text leads to what the section declares */
int kept_by_its_name(int n)
{
	rcl_lock(&m);
	char line[n];
	line[0] = (char)count;
	text = line;
	rcl_unlock(&m);
	return text[0];
}

int kept_by_a_row(int n)
{
	rcl_lock(&m);
	int table[n][2];
	table[1][0] = count;
	rows = &table[1];
	rcl_unlock(&m);
	return rows[0][0];
}

int looked_at_while_released(int n)
{
	rcl_lock(&m);
	while (count) {
		char line[n];
		line[0] = (char)count--;
		text = line;
		rcl_unlock(&m);
		n += text[0];
		rcl_lock(&m);
	}
	rcl_unlock(&m);
	return n;
}

struct of_a_block_cs {  /* m, in.c:47-54 */
	int n;          /* in */
};

static int of_a_block_cs(void *ctx)
{
	struct of_a_block_cs *cs = ctx;
	int n = cs->n;

	{
		char line[n];
		line[0] = (char)count;
		text = line;
		count = text[0];
	}
	return 0;
}

/* and here to what has gone by then: the section may have it */
int of_a_block(int n)
{
	struct of_a_block_cs cs = { .n = n };
	rcl_exec_anon(&m, of_a_block_cs, &cs, sizeof(cs));
	return count;
}
