#include <stdio.h>
#include "client.h"
int main(void)
{
    struct client c;
    int sum = 0;
    client_init(&c);
    for (int i = 0; i < 20; i++)
        sum += client_send(&c, i * 10);
    printf("%d %d %d %d\n", sum, c.packets, c.bytes, c.dropped);
    return 0;
}
