#include <stdio.h>
#include "stats.h"
int main(void)
{
    printf("%d\n", hit(8));
    return 0;
}
