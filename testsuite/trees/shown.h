#include <pthread.h>
#define EXPORT __attribute__((visibility("default")))
#define DECLARE(type) EXPORT type
struct lock { pthread_mutex_t mutex; int depth; };
%s;
%s;
