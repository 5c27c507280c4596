#include <errno.h>
#include <stdio.h>
#include "fill.h"
int main(void)
{
    errno = 0;
    printf("%d\n", fill(-1));
    return 0;
}
