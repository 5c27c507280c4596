#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct counter { union { char room[64]; long number; } private; };
void counter_init(struct counter *c);
int counter_next(struct counter *c);
int main(void)
{
    struct counter *c = WAY;
    counter_init(c);
    printf("%d\n", counter_next(c));
    return 0;
}
