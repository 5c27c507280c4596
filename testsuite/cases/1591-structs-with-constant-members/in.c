// Nothing can be assigned to a struct with a constant member: a section that changes others of it has it by reference.
#include <pthread.h>
#include <stdio.h>

struct entry {
    const int key;
    int value;
};

struct pair {
    struct entry all[2];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int changed(int n)
{
    struct entry entry = { n, 1 };

    pthread_mutex_lock(&lock);
    entry.value += entry.key;
    total += (entry).value;
    pthread_mutex_unlock(&lock);
    return entry.value;
}

static int within(int n)
{
    struct pair pair = { { { n, 1 }, { 2, n } } };

    pthread_mutex_lock(&lock);
    pair.all[1].value++;
    total += pair.all[0].value;
    pthread_mutex_unlock(&lock);
    return pair.all[1].value;
}

static int only_read(int n)
{
    struct entry entry = { n, 1 };

    pthread_mutex_lock(&lock);
    total += entry.value;
    pthread_mutex_unlock(&lock);
    return entry.key;
}

static int given(int n)
{
    struct entry entry = { n, 1 };

    pthread_mutex_lock(&lock);
    total += entry.value;
    pthread_mutex_unlock(&lock);
    entry.value = n;
    pthread_mutex_lock(&lock);
    total += entry.value;
    pthread_mutex_unlock(&lock);
    return entry.key;
}

static struct entry made(int n)
{
    return (struct entry){ n, n };
}

static int declared(int n)
{
    pthread_mutex_lock(&lock);
    struct entry entry = made(n);
    total += entry.value;
    pthread_mutex_unlock(&lock);
    return entry.key;
}

static int released(int n)
{
    struct entry entry = { n, 1 };

    pthread_mutex_lock(&lock);
    while (total > 20) {
        pthread_mutex_unlock(&lock);
        entry.value -= 3;
        pthread_mutex_lock(&lock);
        total += entry.value;
    }
    pthread_mutex_unlock(&lock);
    return entry.value;
}

int main(void)
{
    printf("%d %d %d ", changed(3), within(4), only_read(5));
    printf("%d %d %d %d\n", given(6), declared(7), released(8), total);
    return 0;
}
