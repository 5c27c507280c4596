#include <stdio.h>
#include "mutex.h"
static mx_t trace_lock;
static int lines;
int main(void)
{
    mx_init(&trace_lock, NULL);
    mx_lock(&trace_lock);
    lines++;
    mx_unlock(&trace_lock);
    printf("%d\n", lines);
    return 0;
}
