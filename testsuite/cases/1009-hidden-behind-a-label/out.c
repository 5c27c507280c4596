/* A declaration behind a label, in a section's own block, hides a variable that the section has read before. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

struct hidden_cs {  /* m, in.c:13-17 */
	int item;   /* in */
};

static int hidden_cs(void *ctx)
{
	struct hidden_cs *cs = ctx;
	int item = cs->item;

	count += item;
	if (count > 3)
		return RCL_KEEP | 1;
	count++;
	return RCL_KEEP;
}

static int hidden(int n)
{
	int item = n;

	if (n > 0) {
		struct hidden_cs cs = { .item = item };
		if (rcl_exec_anon(&m, hidden_cs, &cs, sizeof(cs)) == 1)
			goto skip;
skip:
		int item = count;
		count += item;
		rcl_unlock(&m);
	}
	return item;
}

struct not_hidden_cs {  /* m, in.c:31-41 */
	int item;       /* in */
};

static int not_hidden_cs(void *ctx)
{
	struct not_hidden_cs *cs = ctx;
	int item = cs->item;

	count += item;
	{
		if (count > 3)
			goto skip;
		count++;
skip:
		int item = count;
		count += item;
	}
	return 0;
}

static int not_hidden(int n)
{
	int item = n;

	if (n > 0) {
		struct not_hidden_cs cs = { .item = item };
		rcl_exec_anon(&m, not_hidden_cs, &cs, sizeof(cs));
	}
	return item;
}

int main(void)
{
	printf("%d %d %d\n", hidden(0), hidden(1), hidden(2));
	printf("%d %d %d\n", not_hidden(0), not_hidden(1), not_hidden(2));
	printf("%d\n", count);
	return 0;
}
