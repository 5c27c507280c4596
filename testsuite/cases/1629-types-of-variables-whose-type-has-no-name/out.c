#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct {
    int a, b;
} both = { 1, 2 };

typedef __typeof__(both) declared_before_copy_type;

struct declared_before_cs {          /* lock, in.c:13-16 */
    declared_before_copy_type copy;  /* out */
};

static int declared_before_cs(void *ctx)
{
    struct declared_before_cs *cs = ctx;
    declared_before_copy_type copy;

    copy = both;
    both.a++;
    cs->copy = copy;
    return 0;
}

int declared_before(void)
{
    declared_before_copy_type copy;

    struct declared_before_cs cs;
    rcl_exec_anon(&lock, declared_before_cs, &cs, sizeof(cs));
    copy = cs.copy;
    return copy.a + copy.b;
}

typedef __typeof__(both) pointed_to_it_type;

struct pointed_to_cs {       /* lock, in.c:24-26 */
    pointed_to_it_type *it;  /* in */
};

static int pointed_to_cs(void *ctx)
{
    struct pointed_to_cs *cs = ctx;
    pointed_to_it_type *it = cs->it;

    it->b++;
    return 0;
}

int pointed_to(void)
{
    pointed_to_it_type *it = &both;

    struct pointed_to_cs cs = { .it = it };
    rcl_exec_anon(&lock, pointed_to_cs, &cs, sizeof(cs));
    return it->b;
}

/* lock, in.c:32-33 */
static int declared_in_it_cs(void *ctx)
{
    both.b++;
    return RCL_KEEP;
}

int declared_in_it(void)
{
    rcl_exec_anon(&lock, declared_in_it_cs, NULL, 0);
    __typeof__(both) copy = both;
    rcl_unlock(&lock);
    return copy.b;
}

/* lock, in.c:41-42 */
static int of_its_value_cs(void *ctx)
{
    both.b++;
    return RCL_KEEP;
}

int of_its_value(void)
{
    rcl_exec_anon(&lock, of_its_value_cs, NULL, 0);
    __auto_type copy = both;
    rcl_unlock(&lock);
    return copy.b;
}

int main(void)
{
    printf("%d ", declared_before());
    printf("%d ", pointed_to());
    printf("%d ", declared_in_it());
    printf("%d\n", of_its_value());
    return 0;
}
