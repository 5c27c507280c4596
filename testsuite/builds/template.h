#include <pthread.h>
#define GLUE(depth, name) pixels_##depth##_##name
#define EXPANDED(depth, name) GLUE(depth, name)
#define TEMPLATE(name) EXPANDED(DEPTH, name)
#if DEPTH == 8
typedef unsigned char pixel;
#else
typedef unsigned short pixel;
#endif
struct frame {
    pthread_mutex_t mutex;
    pthread_cond_t drawn;
    int lines;
    pixel first;
};
#define frame_new TEMPLATE(frame_new)
#define frame_put TEMPLATE(frame_put)
#define frame_get TEMPLATE(frame_get)
int frame_new(struct frame *f);
int frame_put(struct frame *f, int n);
int frame_get(struct frame *f, int n);
