#include <stdio.h>
#include "template.h"
int main(void)
{
    static struct frame f;

    if (frame_new(&f))
        return 1;
    printf("%d", frame_put(&f, 3));
    printf(" %d %d\n", frame_get(&f, 2), frame_get(&f, -2));
    return 0;
}
