extern "C" {
#include "pool.h"
void finish(struct task *t);
}
extern "C" int
work(struct task *t)
{
    if (--t->n > 0) { finish(t); }
    return t->n;
}
