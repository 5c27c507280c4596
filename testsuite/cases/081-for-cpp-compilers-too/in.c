#include <pthread.h>
#include <stdio.h>

/* A header's code that C++ includes as well is compiled with -Wc++-compat. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned used;

static unsigned add(unsigned const by)
{
    pthread_mutex_lock(&lock);
    {   unsigned const before = used;
        used = before + by;
        if (before > 3) {
            pthread_mutex_unlock(&lock);
            return before;
        }
        pthread_mutex_unlock(&lock);
        return used - before;
    }
}

int main(void)
{
    unsigned const first = add(2), second = add(3);
    printf("%u %u %u\n", first, second, add(1));
    return 0;
}
