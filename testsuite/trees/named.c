#include <pthread.h>
#include <stdio.h>
extern pthread_mutex_t shared;
void add(int n);
int main(void)
{
    add(3);
    pthread_mutex_lock(&shared);
    printf("locked\n");
    pthread_mutex_unlock(&shared);
    return 0;
}
