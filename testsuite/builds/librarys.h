#include <pthread.h>
struct part { pthread_mutex_t mutex; int count; };
static inline int part_count(const struct part *part) { return part->count; }
