/* What a failed attempt does, in blocks four columns further in, and each eight of these a tab. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, busy;

struct give_back_cs {  /* m, in.c:12-21 */
    int n;             /* in */
};

static int
give_back_cs(void *ctx)
{
    struct give_back_cs *cs = ctx;
    int n = cs->n;

    count += n;
    if (count > 1000) {
	return 1;
    }
    return 0;
}

static int
give_back(int n)
{
    busy += n > 1000;
    {
        struct give_back_cs cs = { .n = n };
        int way = rcl_tryexec(&m, give_back_cs, &cs, sizeof(cs));

        if (way < 0)
	    return
		busy;
        if (way == 1) {
            busy++;
            return 1;
        }
    }
    return 0;
}

struct take_cs {  /* m, in.c:33-47 */
    int n;        /* in */
    int left;     /* out */
};

static int
take_cs(void *ctx)
{
    struct take_cs *cs = ctx;
    int n = cs->n;
    int left;

    count += n;
    left = count % 5;
    cs->left = left;
    return 0;
}

static int
take(int n)
{
    int left = n;

    while (left > 0) {
	if (n & 1) {
	    busy += n > 1000;
	    {
	        struct take_cs cs = { .n = n };
	        if (rcl_tryexec(&m, take_cs, &cs, sizeof(cs)) < 0) {
		    busy++;
		    if (busy > 10) {
			left = busy
			       + n;
                        break;
		    }
#ifdef PATIENT
		    left++;
#endif
		    return -1;
	        }
	        left = cs.left;
	    }
	}
        left -= 2;
    }
    return left;
}

int
main(void)
{
    int sum = take(3) + take(40) * 10 + take(61) * 100 + give_back(4);

    printf("%d %d %d\n", sum, count, busy);
    return 0;
}
