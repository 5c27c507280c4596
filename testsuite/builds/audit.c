#include <stdio.h>
#include "fatal.h"
void fatal(const char *why) { puts(why); }
int main(void)
{
    printf("%d\n", draw(30));
    printf("%d\n", draw(3));
    return 0;
}
