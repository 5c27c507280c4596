/*
 * Variables that a section declares, and that get their values while the lock
 * is released: one by its address, one that nobody else needs.
 */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t cond = RCL_COND_INITIALIZER;
static int expected = 1, connections = 2, waited;

struct take_cs {                /* lock, in.c:19-47 */
	int number;             /* in */
	int rc;                 /* kept */
	struct timespec until;  /* out */
	int at;                 /* where it goes on */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int number = cs->number;
	int rc = cs->rc;

	if (cs->at == 1) {
		goto at_1;
	}
	if (cs->at == 3) {
		goto at_3;
	}

	if (number > expected) {
		if (connections > 1) {
			struct timespec until;

			cs->at = 1;
			return 1;
			at_1:
			until = cs->until;
			while (number > expected) {
				waited++;
				cs->until = until;
				cs->at = 3;
				return rcl_timedwait(&cond, &lock, &until);
				at_3:
				until = cs->until;
				rc = rcl_waited();
				if (rc == ETIMEDOUT) {
					rc = -1;
					break;
				}
			}
			if (rc < 0) {
				printf("%d is too early\n", number);
				return 2;
			}
		}
	}
	expected = number + 1;
	return 0;
}

static int take(int number)
{
	int rc;

	struct timespec until;
	struct take_cs cs = { .number = number, .at = 0 };
	int way;

	while ((way = rcl_exec_waiting(&lock, take_cs, &cs, sizeof(cs))) == 1) {
		time_t now;
		now = time(NULL);
		memset(&until, 0, sizeof until);
		until.tv_sec = now - 2;
		rc = 0;
		cs.rc = rc;
		cs.until = until;
	}
	if (way == 2) {
		return -1;
	}
	return number;
}

int main(void)
{
	int n = take(1);

	n = n * 10 + take(2);
	n = n * 10 + take(5);
	printf("%d %d %d\n", n, expected, waited);
	return 0;
}
