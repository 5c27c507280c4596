/* The comments say what is expected of the section that begins on their line. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

struct item { struct item *next; int n, v[2]; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *list;
static int total;

static void add(struct item *i) { i->next = list; list = i; }
static int count(const struct item *i) { int n = 0; while (i) { n += i->n; i = i->next; } return n; }
static struct item *last(struct item *i) { return i->next ? last(i->next) : i; }
static void fill(char *text, int n) { snprintf(text, n, "%d", total); }

void kept(void);
void kept(void)
{
    pthread_mutex_lock(&lock);    /* RCL013 */
    struct item own = { .n = 1 };
    add(&own);
    pthread_mutex_unlock(&lock);
    total = list->n;
}

void kept_until_the_release_only(void);
void kept_until_the_release_only(void)
{
    pthread_mutex_lock(&lock);    /* kept_until_the_release_only_cs none | | */
    {
        struct item own = { .n = 1 };
        add(&own);
        total = count(list);
        list = list->next;
    }
    pthread_mutex_unlock(&lock);
}

int kept_in_a_tail(void);
int kept_in_a_tail(void)
{
    pthread_mutex_lock(&lock);    /* RCL013 */
    {
        struct item own = { .n = 1 };
        list = &own;
        if (total) {
            pthread_mutex_unlock(&lock);
            return list->n;
        }
        list = own.next;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int looked_at(void);
int looked_at(void)
{
    int n;
    pthread_mutex_lock(&lock);    /* looked_at_cs errno | n out | */
    struct item own = { .n = 1 };
    char text[20];
    fill(text, sizeof(text));
    memset(own.v, 0, sizeof(own.v));
    n = count(&own) + (&own == list) + own.v[1] + (int)strlen(text + 1);
    pthread_mutex_unlock(&lock);
    return n;
}

int handed_back(void);
int handed_back(void)
{
    struct item *p;
    pthread_mutex_lock(&lock);    /* RCL013 */
    struct item own = { .n = 1 };
    p = last(&own);
    pthread_mutex_unlock(&lock);
    return p->n;
}

int found_in(void);
int found_in(void)
{
    char *p;
    pthread_mutex_lock(&lock);    /* found_in_cs errno | p out, text by reference* 3 char (*text)[20] | */
    char text[20];
    fill(text, sizeof(text));
    p = strchr(text, '1');
    pthread_mutex_unlock(&lock);
    return *p;
}

int literal(void);
int literal(void)
{
    struct item *p;
    pthread_mutex_lock(&lock);    /* RCL012 */
    p = &(struct item){ .n = total };
    pthread_mutex_unlock(&lock);
    return p->n;
}

int literal_that_is_looked_at(void);
int literal_that_is_looked_at(void)
{
    struct item copy;
    int n;
    pthread_mutex_lock(&lock);    /* literal_that_is_looked_at_cs none | copy out, n out | */
    n = count(&(struct item){ .n = total }) + (int[]){ 1, total }[1];
    copy = (struct item){ .n = n };
    pthread_mutex_unlock(&lock);
    return n + copy.n;
}
