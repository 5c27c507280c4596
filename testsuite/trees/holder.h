#include <pthread.h>
struct holder { pthread_mutex_t mutex; int n; };
int count(struct holder *h);
int size(struct holder *h);
