#include <stdio.h>
#include <stdlib.h>
#include "fatal.h"
void fatal(const char *why) { puts(why); exit(0); }
int main(void)
{
    printf("%d\n", draw(3));
    return draw(30);
}
