#include <pthread.h>
#include <stdio.h>

/* another system has other ones */
#define STATUS unsigned int
#define COUNT long int
#define ITEM struct item
#define FIXED const int
#define NUMBER number_t
#define PAIR(type) type
#define SIZE int

typedef short number_t;

struct item {
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item items[4] = { { 3 }, { 4 }, { 5 }, { 6 } };
static int used;

STATUS take(COUNT by, const STATUS *most)
{
    STATUS status = 0, other = 1;
    const ITEM *found;
    ITEM copy;
    NUMBER number;
    STATUS several[2];

    pthread_mutex_lock(&lock);
    found = &items[used];
    copy = *found;
    number = (number_t)by;
    status = used < (int)*most ? 1 : 2;
    other += status;
    several[0] = several[1] = other;
    used++;
    pthread_mutex_unlock(&lock);
    return status + other + (unsigned)found->value + (unsigned)copy.value + (unsigned)number + several[0] + several[1];
}

int fixed(SIZE size, int other)
{
    FIXED by = 2;
    PAIR(int) seen;

    pthread_mutex_lock(&lock);
    seen = used += by + size + other;
    FIXED now = used;
    pthread_mutex_unlock(&lock);
    return seen + now;
}

/* Behind the function it may be something else. */
long local(void)
{
#define WORD long
    WORD word;

    pthread_mutex_lock(&lock);
    word = used;
    pthread_mutex_unlock(&lock);
    return word;
}

int main(void)
{
    STATUS most = 1;

    printf("%u %u ", take(1, &most), take(2, &most));
    printf("%d %ld\n", fixed(1, 2), local());
    return 0;
}
