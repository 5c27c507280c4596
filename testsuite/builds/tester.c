#include <stdio.h>
void stats_lock(void);
void stats_unlock(void);
int hit(int by);
void stats_lock(void) { }
void stats_unlock(void) { }
int main(void)
{
    printf("%d\n", hit(3) + hit(4));
    return 0;
}
