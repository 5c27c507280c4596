#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t own, other; int n; };
struct box box = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0 };
void own_take(struct box *b);
void own_give(struct box *b);
void other_take(struct box *b);
void other_give(struct box *b);
void own_take(struct box *b) { pthread_mutex_lock(&b->own); }
void own_give(struct box *b) { pthread_mutex_unlock(&b->own); }
void other_take(struct box *b) { pthread_mutex_lock(&b->other); }
void other_give(struct box *b) { pthread_mutex_unlock(&b->other); }
#ifdef A
#define TAKE(b) own_take(b)
#define GIVE(b) own_give(b)
#else
#define TAKE(b) other_take(b)
#define GIVE(b) other_give(b)
#endif
#ifdef A
#define take own_take
#define give own_give
#else
#define take other_take
#define give other_give
#endif
static int first(struct box *b, int n)
{
    TAKE(b);
    b->n += n;
    GIVE(b);
    return n;
}
static int second(struct box *b, int n)
{
    take(b);
    b->n += n;
    give(b);
    return n;
}
#ifdef A
#define MUTEX(b) &(b)->own
#else
#define MUTEX(b) &(b)->other
#endif
static int third(struct box *b, int n)
{
    pthread_mutex_lock(MUTEX(b));
    b->n += n;
    pthread_mutex_unlock(MUTEX(b));
    return n;
}
static void take_it(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void give_it(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void take_too(pthread_mutex_t *m) { pthread_mutex_lock(m); }
#ifdef A
#define TAKE4(b) take_it(&(b)->own)
#define GIVE4(b) give_it(&(b)->own)
#define TAKE5 take_it
#else
#define TAKE4(b) take_it(&(b)->other)
#define GIVE4(b) give_it(&(b)->other)
#define TAKE5 take_too
#endif
static int fourth(struct box *b, int n)
{
    TAKE4(b);
    b->n += n;
    GIVE4(b);
    return n;
}
static int fifth(struct box *b, int n)
{
    TAKE5(&b->own);
    b->n += n;
    give_it(&b->own);
    return n;
}
int main(void)
{
    take_too(&box.own); give_it(&box.own); take_it(&box.own); give_it(&box.own);
    fourth(&box, 1); fifth(&box, 2);
    for (int n = 0; n < 6; n++)
        printf("%d %d %d", first(&box, n), second(&box, n), third(&box, n));
    printf("%d\n", box.n);
    other_take(&box); other_give(&box); own_take(&box); own_give(&box);
    return 0;
}
