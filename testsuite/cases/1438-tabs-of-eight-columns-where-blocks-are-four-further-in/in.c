/* Blocks four columns further in, and each eight of these a tab, in some lines. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, most, busy, full;

static int
take(int n)
{
    int left = n;

    while (left > 0) {
	if (n & 1) {
	    pthread_mutex_lock(&m);
	    if (count + n > most) {
		most = count + n;
		if (most > 100) {
		    full = count
			   + n;
		    pthread_mutex_unlock(&m);
                    busy++;
		    return
			full;
		}
	    }
            count += n;
            if (busy)
                count -= busy;
	    pthread_mutex_unlock(&m);
	}
        left -= 2;
    }
    return left;
}

static int
give(int n, int twice)
{
    int done = 0;

    if (n > 0) {
	if (twice) {
		pthread_mutex_lock(&m);
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
		pthread_mutex_unlock(&m);
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
