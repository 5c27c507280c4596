#include <stdio.h>
#include "both.h"
#include "only_c.h"
struct level level = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 0 };
int main(void)
{
    printf("%d %d ", rise(3), from_cpp(4));
    sink(2);
    printf("%d\n", reached(5));
    return 0;
}
