/* The comments say what is expected of the section that begins on their line. */
#include <dirent.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <wchar.h>

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

/* An address is kept with a mark in it, or as one beside it; not as a part of it, or as a distance. */
static unsigned long marked;
static char *end;
static void mark(struct item *i) { marked = (unsigned long)i | 1; }
static void look(void) { total = *(int *)(marked & ~1UL) + *end; }

int kept_with_a_mark(void);
int kept_with_a_mark(void)
{
    pthread_mutex_lock(&lock);    /* kept_with_a_mark_cs none | own by reference* 1 | */
    struct item own;
    marked = (unsigned long)&own | 1;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int kept_with_a_mark_elsewhere(void);
int kept_with_a_mark_elsewhere(void)
{
    pthread_mutex_lock(&lock);    /* kept_with_a_mark_elsewhere_cs none | own by reference* 1 | */
    struct item own;
    mark(&own);
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int kept_beside_another(struct item *other);
int kept_beside_another(struct item *other)
{
    pthread_mutex_lock(&lock);    /* kept_beside_another_cs none | other in, own by reference* 1 | */
    struct item own;
    marked = (unsigned long)other ^ (unsigned long)&own;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int kept_without_a_mark(void);
int kept_without_a_mark(void)
{
    pthread_mutex_lock(&lock);    /* kept_without_a_mark_cs none | own by reference* 1. | */
    struct item own;
    marked = ~1UL & (unsigned long)own.v;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int keeps_the_mark(void);
int keeps_the_mark(void)
{
    pthread_mutex_lock(&lock);    /* keeps_the_mark_cs none | | */
    struct item own;
    marked = (unsigned long)&own & 1;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int keeps_the_end(int n);
int keeps_the_end(int n)
{
    pthread_mutex_lock(&lock);    /* keeps_the_end_cs none | n in, text by reference* 2 char *text | */
    char text[8];
    text[n] = 0;
    end = text + n - 1;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

int keeps_a_distance(void);
int keeps_a_distance(void)
{
    pthread_mutex_lock(&lock);    /* keeps_a_distance_cs none | | */
    char text[8];
    total = end - text;
    total += text - (char *)list;
    pthread_mutex_unlock(&lock);
    look();
    return total;
}

/* What it finds stands in its own memory, which a pointer leads to. */
int finds_a_user(const char *name);
int finds_a_user(const char *name)
{
    pthread_mutex_lock(&lock);    /* RCL013 */
    struct passwd user, *found;
    char text[256];
    getpwnam_r(name, &user, text, sizeof(text), &found);
    pthread_mutex_unlock(&lock);
    return found ? (int)found->pw_uid : -1;
}

int counts_wide(const wchar_t *from);
int counts_wide(const wchar_t *from)
{
    wchar_t *behind;
    pthread_mutex_lock(&lock);    /* counts_wide_cs errno | from in, behind by reference 1, text by reference* 2 wchar_t *text | */
    wchar_t text[8];
    wcsncpy(text, from, 8);
    wcstol(text, &behind, 10);
    pthread_mutex_unlock(&lock);
    return *behind;
}

/* While a thread waits for another one, that may use what it has been shown. */
static volatile int done;

void waits_in_a_loop(void);
void waits_in_a_loop(void)
{
    pthread_mutex_lock(&lock);    /* waits_in_a_loop_cs none | own by reference* 1 | */
    struct item own;
    list = &own;
    pthread_mutex_unlock(&lock);
    while (!done)
        ;
}

void waits_in_assembler(void);
void waits_in_assembler(void)
{
    pthread_mutex_lock(&lock);    /* waits_in_assembler_cs none | own by reference* 1 | */
    struct item own;
    list = &own;
    pthread_mutex_unlock(&lock);
    __asm__ volatile("1: cmp $0, %0; je 1b" : : "m"(done));
}

void does_no_more(void);
void does_no_more(void)
{
    pthread_mutex_lock(&lock);    /* does_no_more_cs none | | */
    struct item own;
    list = &own;
    pthread_mutex_unlock(&lock);
    do {
        total++;
    } while (0);
}
