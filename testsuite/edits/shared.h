/* A program whose lines with a question mark may be there or not: each decides about sections somewhere else. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct item {
    int spare; // ?
    pthread_mutex_t lock;
    pthread_cond_t changed; // ?
    int n;
    struct item *next;
};

struct plain {
    pthread_mutex_t inside; // ?
    int n;
};

extern pthread_mutex_t big;
extern int threaded;
extern pid_t us;
extern struct item *items;
extern int (*hook)(int);
void item_lock(struct item *it);
void item_unlock(struct item *it);
int try_big(void);
void leave_big(void);
pthread_mutex_t *mutex_of(int n);
int deep(int v);
int helper(int v);
int is_on(void);
void gets(int *p);
void gets_plain(struct plain *p);
void *runs(void *it);

#define STEP(v) ((v) + 1)
#define LOCKED(m, what) do { pthread_mutex_lock(m); what; pthread_mutex_unlock(m); } while (0)

static inline int in_header(struct item *it) {
    int r;

    pthread_mutex_lock(&it->lock);
    r = it->n;
    r = helper(r); // ?
    pthread_mutex_unlock(&it->lock);
    return r;
}
