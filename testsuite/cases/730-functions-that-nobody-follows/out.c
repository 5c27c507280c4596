#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
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

/* m, in.c:42-44 */
static int untyped_cs(void *ctx)
{
    one();
    return 0;
}

static int untyped(void)
{
    rcl_exec_blocking(&m, untyped_cs, NULL, 0);
    return n;
}

/* m, in.c:50-52 */
static int bytes_cs(void *ctx)
{
    n += box.f(1);
    return 0;
}

static int bytes(void)
{
    rcl_exec(&m, bytes_cs, NULL, 0);
    return n;
}

/* m, in.c:58-60 */
static int copied_cs(void *ctx)
{
    n += (int)to[0](1);
    return 0;
}

static int copied(void)
{
    rcl_exec(&m, copied_cs, NULL, 0);
    return n;
}

/* m, in.c:66-68 */
static int loaded_cs(void *ctx)
{
    n += new(1);
    return 0;
}

static int loaded(void)
{
    rcl_exec_blocking(&m, loaded_cs, NULL, 0);
    return n;
}

struct moved_cs {       /* m, in.c:76-78 */
    short (*f)(short);  /* in */
};

static int moved_cs(void *ctx)
{
    struct moved_cs *cs = ctx;
    short (*f)(short) = cs->f;

    n += f(1);
    return 0;
}

static int moved(void)
{
    short (*f)(short) = none_5;
    asm("mov %1, %0" : "=r"(f) : "r"(own_5));
    struct moved_cs cs = { .f = f };
    rcl_exec_blocking(&m, moved_cs, &cs, sizeof(cs));
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
