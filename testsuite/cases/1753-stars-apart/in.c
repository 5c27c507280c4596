/* The stars of pointers stand apart from type and name; products look alike. */
#include <pthread.h>
#include <stdio.h>

struct pool {
    pthread_mutex_t mutex;
    int sizes[4];
    const char * name;
};

static struct pool pool = { .mutex = PTHREAD_MUTEX_INITIALIZER, .name = "pool" };

static int area(int w, int h) {
    return w *h + w*h - (w* h);
}

static int grow(struct pool * pool, int n, const char ** name) {
    int was;

    pthread_mutex_lock(&pool->mutex);
    was = pool->sizes[n & 3];
    pool->sizes[n & 3] = was + n * area(n, 2);
    *name = pool->name;
    pthread_mutex_unlock(&pool->mutex);
    return was;
}

int main(void) {
    const char * name;
    int sum = 0;

    for (int i = 0; i < 6; i++) {
        sum += grow(&pool, i, &name);
    }
    printf("%s %d\n", name, sum);
    return 0;
}
