extern "C" {
#include "holder.h"
}
extern "C" int
count(struct holder *h)
{
    if (size(h)) { h->n--; }
    return h->n;
}
