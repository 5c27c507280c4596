#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static __thread int mine;

/* Each type has a function that needs its thread, and one that does not. */
static void none_1(void) { n++; }
static void own_1(void) { n += mine; }
static int none_2(int i) { return i; }
static int own_2(int i) { return i + mine; }
static long none_3(long i) { return i; }
static long own_3(long i) { return i + mine; }
static char none_4(char i) { return i; }
static char own_4(char i) { return (char)(i + mine); }
static short none_5(short i) { return i; }
static short own_5(short i) { return (short)(i + mine); }

struct box { int k; int (*f)(int); };

static struct box box;
static long (*from[2])(long), (*to[2])(long);
static char (*old)(char), (*new)(char);
static void (*one)(void);

static void set_one(void *p)
{
    void (**slot)(void) = p;
    *slot = own_1;
}

static void set_box(char *p)
{
    *(int (**)(int))(p + offsetof(struct box, f)) = own_2;
}

static int untyped(void)
{
    pthread_mutex_lock(&m);
    one();
    pthread_mutex_unlock(&m);
    return n;
}

static int bytes(void)
{
    pthread_mutex_lock(&m);
    n += box.f(1);
    pthread_mutex_unlock(&m);
    return n;
}

static int copied(void)
{
    pthread_mutex_lock(&m);
    n += (int)to[0](1);
    pthread_mutex_unlock(&m);
    return n;
}

static int loaded(void)
{
    pthread_mutex_lock(&m);
    n += new(1);
    pthread_mutex_unlock(&m);
    return n;
}

static int moved(void)
{
    short (*f)(short) = none_5;
    asm("mov %1, %0" : "=r"(f) : "r"(own_5));
    pthread_mutex_lock(&m);
    n += f(1);
    pthread_mutex_unlock(&m);
    return n;
}

static void *run(void *arg)
{
    mine = 5;
    printf("%d ", untyped());
    printf("%d ", bytes());
    printf("%d ", copied());
    printf("%d ", loaded());
    printf("%d\n", moved());
    return arg;
}

int main(void)
{
    pthread_t t;
    one = none_1;
    set_one(&one);
    box.f = none_2;
    set_box((char *)&box);
    to[0] = to[1] = none_3;
    from[0] = own_3;
    memcpy(to, from, sizeof(to));
    new = none_4;
    old = own_4;
    __atomic_load(&old, &new, __ATOMIC_SEQ_CST);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
