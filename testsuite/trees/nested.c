#include <pthread.h>
#include <stdio.h>
extern pthread_mutex_t shared;
void add(int n);
int sum(int n)
{
    int twice(int m) { return m + n; }
    pthread_mutex_lock(&shared);
    n = twice(3);
    pthread_mutex_unlock(&shared);
    return n;
}
int main(void)
{
    add(1);
    printf("%d\n", sum(4));
    return 0;
}
