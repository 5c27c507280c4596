#include "shared.h"

static int seen;

int by_address(void) {
    int last = 0;

    pthread_mutex_lock(&big);
    gets(&last);
    seen = last;
    pthread_mutex_unlock(&big);
    return last;
}

int in_a_struct(struct item *it) {
    pthread_mutex_lock(&it->lock);
    struct plain copy = {0};
    gets_plain(&copy);
    pthread_mutex_unlock(&it->lock);
    return copy.n + it->n;
}

void waits(void) {
    pthread_mutex_lock(&big);
    while (!is_on());
    seen++;
    pthread_mutex_unlock(&big);
}

void in_a_macro(void) {
    LOCKED(&big, seen++);
    LOCKED(&items->lock, seen--); // ?
}

void *runs(void *it) {
    struct item *own = it;

    pthread_mutex_lock(&own->lock);
    while (own->n >= 0)
        seen += STEP(own->n);
    pthread_mutex_unlock(&own->lock);
    return NULL;
}

int both(struct item *it) {
    int r = in_header(it);

    pthread_mutex_lock(&it->lock);
    pthread_mutex_lock(&big);
    r += seen;
    pthread_mutex_unlock(&it->lock);
    r = helper(r); // ?
    pthread_mutex_unlock(&big);
#ifdef OTHER
    r++;
#endif
    return r;
}

int main(void) { return both(items); } // ?
