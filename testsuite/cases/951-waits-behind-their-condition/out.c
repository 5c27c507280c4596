/* A wait that stands in the line of its loop or branch gets lines of its own with what the section does there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int waiting, busy, turns;

struct enter_cs {  /* lock, in.c:11-23 */
    int n;         /* in */
    int at;        /* where it goes on */
};

static int enter_cs(void *ctx)
{
    struct enter_cs *cs = ctx;
    int n = cs->n;

    if (cs->at == 1) {
        goto at_1;
    }
    if (cs->at == 2) {
        goto at_2;
    }
    if (cs->at == 3) {
        goto at_3;
    }
    if (cs->at == 4) {
        goto at_4;
    }
    if (cs->at == 5) {
        goto at_5;
    }
    if (cs->at == 6) {
        goto at_6;
    }
    if (cs->at == 7) {
        goto at_7;
    }

    waiting++;
    while (busy) {
        cs->at = 1;
        return rcl_wait(&changed, &lock);
        at_1: ;
    }
    waiting--;
    if (busy > n) {
        cs->at = 2;
        return rcl_wait(&changed, &lock);
        at_2: ;
    } /* once */
    else turns++;
    while (busy) {
        /* again */ cs->at = 3;
        return rcl_wait(&changed, &lock);
        at_3: ;
    }
    for (; busy; busy--) {
        cs->at = 4;
        return rcl_wait(&changed, &lock);
        at_4: ;
    } // in turn
    if (!busy) turns++; else {
        cs->at = 5;
        return rcl_wait(&changed, &lock);
        at_5: ;
    }
    if (busy) do {
        cs->at = 6;
        return rcl_wait(&changed, &lock);
        at_6: ;
    } while (busy > n);
    while (busy) { // in the next line
        cs->at = 7;
        return rcl_wait(&changed, &lock);
        at_7: ;
    }
    return 0;
}

static int enter(int n)
{
    struct enter_cs cs = { .n = n, .at = 0 };
    rcl_exec_waiting(&lock, enter_cs, &cs, sizeof(cs));
    return turns;
}

int main(void)
{
    printf("%d\n", enter(2));
    return 0;
}
