#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
#define OP(name, k) \
    static int name(int i) { pthread_mutex_lock(&m); n += i * k; pthread_mutex_unlock(&m); return n; }
#include "ops.def"
#undef OP
#define TYPE char
#define add small_add
#include "template.h"
#undef TYPE
#undef add
#define TYPE double
#define add large_add
#include "template.h"
#undef add
static int work(int i)
{
    pthread_mutex_lock(&m);
    n += i;
    pthread_mutex_unlock(&m);
    return n;
}
int main(void)
{
    switch (work(1)) {
#define OP(name, k) case k: name(k); break;
#include "ops.def"
    }
    printf("%d\n", work(2));
    printf("%d\n", small_add(2) + large_add(1));
    return 0;
}
