/* Blocks four columns further in, and each eight of these a tab, in some lines. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, most, busy, full;

struct take_cs {  /* m, in.c:15-30 */
    int n;        /* in */
};

static int
take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    int n = cs->n;

    if (count + n > most) {
	most = count + n;
	if (most > 100) {
	    full = count
		   + n;
	    return 1;
	}
    }
    count += n;
    if (busy)
        count -= busy;
    return 0;
}

static int
take(int n)
{
    int left = n;

    while (left > 0) {
	if (n & 1) {
	    struct take_cs cs = { .n = n };
	    if (rcl_exec_anon(&m, take_cs, &cs, sizeof(cs)) == 1) {
                busy++;
	        return
		    full;
	    }
	}
        left -= 2;
    }
    return left;
}

struct give_cs {  /* m, in.c:44-55 */
    int n;        /* in */
    int done;     /* in-out */
};

static int
give_cs(void *ctx)
{
    struct give_cs *cs = ctx;
    int n = cs->n;
    int done = cs->done;

    count -= n;
    if (count < 0) {
        count = 0;
        done = 1;
    }
    while (count > 50) {
        count--;
        if (count == 77)
	    break;
    }
    cs->done = done;
    return 0;
}

static int
give(int n, int twice)
{
    int done = 0;

    if (n > 0) {
	if (twice) {
		struct give_cs cs = { .n = n, .done = done };
		rcl_exec_anon(&m, give_cs, &cs, sizeof(cs));
		done = cs.done;
	}
    }
    return done;
}

int
main(void)
{
    int taken = take(3) + take(40) * 10 + take(61) * 100;

    taken += give(5, 1) + give(200, 1) * 10;
    printf("%d %d %d %d\n", taken, count, busy, full + take(121));
    return 0;
}
