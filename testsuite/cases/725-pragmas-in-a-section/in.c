#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

#define STEP 1
#pragma push_macro("STEP")
#undef STEP
#define STEP 7

/* What stands before the section means the 7. */
static int step(int i)
{
    int r = STEP;
    pthread_mutex_lock(&m);
#pragma pop_macro("STEP")
    n += STEP * 100 + i;
    pthread_mutex_unlock(&m);
    return n + STEP + r;
}

static int packed(int i)
{
    struct { char c; int i; } a = { 1, i };
    pthread_mutex_lock(&m);
#pragma pack(1)
    struct close { char c; int i; };
    n += i + (int)sizeof(struct close);
    pthread_mutex_unlock(&m);
#pragma pack()
    return n + (int)sizeof(a) + a.c + a.i;
}

static int warned(int i)
{
    int k;
    pthread_mutex_lock(&m);
#pragma GCC unroll 4
    for (k = 0; k < 8; k++)
        n += i;
    pthread_mutex_unlock(&m);
    return n + k;
}

int main(void)
{
    printf("%d ", step(1));
    printf("%d ", packed(2));
    printf("%d\n", warned(3));
    return 0;
}
