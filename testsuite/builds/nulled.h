#include <pthread.h>
typedef struct guard guard;
extern guard own;
void guard_lock(guard *g);
void guard_unlock(guard *g);
void guard_enter(guard *g);
void guard_leave(guard *g);
