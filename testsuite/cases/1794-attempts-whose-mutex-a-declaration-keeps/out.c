/* An attempt gives its mutex to a variable that the same statement declares. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t locks[4];
static int count;
static rcl_mutex_t *try_row_mutex(int id)
{
	return &locks[id];
}

/* locks[id], in.c:15-19 */
static int b_cs(void *ctx)
{
	count++;
	return 0;
}

static void b(int id)
{
	rcl_mutex_t *mutex = try_row_mutex(id);
	int way = rcl_tryexec(mutex, b_cs, NULL, 0);
	rcl_mutex_t *m = way < 0 ? NULL : mutex;

	if (!m)
		return;
}
int main(void)
{
	for (int i = 0; i < 4; i++)
		rcl_mutex_init(&locks[i], NULL, locks);
	b(2);
	printf("%d\n", count);
	return 0;
}
