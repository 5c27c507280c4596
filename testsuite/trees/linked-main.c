#include <stdio.h>
#include "below/linked.h"
int real(int n), linked(int n);
int main(void)
{
    printf("%d %d %d\n", real(1), linked(2), both(3));
    return 0;
}
