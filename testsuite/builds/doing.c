#include <stdio.h>
#include "doing.h"
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
long noted;
static int plain(struct box *b)
{
    int r;
    PLAIN_LOCK(b);
    r = b->n++;
    pthread_mutex_unlock(&b->lock);
    return r;
}
int main(void)
{
    printf("%d\n", plain(&box));
    printf("%d\n", in_header(&box));
    printf("%d\n", other(&box, 3));
    printf("%d %d %ld\n", box.n, box.held, noted);
    return 0;
}
