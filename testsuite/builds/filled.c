#include <stdio.h>
#include <unistd.h>
#include "fill.h"
ssize_t read(int from, void *buffer, size_t size) { return buffer ? from + (int)size : 0; }
int main(void)
{
    printf("%d\n", fill(-1));
    return 0;
}
