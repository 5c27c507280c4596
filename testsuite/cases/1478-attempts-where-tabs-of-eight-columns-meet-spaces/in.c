/* What a failed attempt does, in blocks four columns further in, and each eight of these a tab. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, busy;

static int
give_back(int n)
{
    busy += n > 1000;
    if (pthread_mutex_trylock(&m) != 0)
	return
	    busy;
    count += n;
    if (count > 1000) {
	pthread_mutex_unlock(&m);
	busy++;
	return 1;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

static int
take(int n)
{
    int left = n;

    while (left > 0) {
	if (n & 1) {
	    busy += n > 1000;
	    if (pthread_mutex_trylock(&m) != 0) {
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
	    count += n;
            left = count % 5;
	    pthread_mutex_unlock(&m);
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
