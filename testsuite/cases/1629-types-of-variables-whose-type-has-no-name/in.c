#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int a, b;
} both = { 1, 2 };

int declared_before(void)
{
    __typeof__(both) copy;

    pthread_mutex_lock(&lock);
    copy = both;
    both.a++;
    pthread_mutex_unlock(&lock);
    return copy.a + copy.b;
}

int pointed_to(void)
{
    __typeof__(both) *it = &both;

    pthread_mutex_lock(&lock);
    it->b++;
    pthread_mutex_unlock(&lock);
    return it->b;
}

int declared_in_it(void)
{
    pthread_mutex_lock(&lock);
    both.b++;
    __typeof__(both) copy = both;
    pthread_mutex_unlock(&lock);
    return copy.b;
}

int of_its_value(void)
{
    pthread_mutex_lock(&lock);
    both.b++;
    __auto_type copy = both;
    pthread_mutex_unlock(&lock);
    return copy.b;
}

int main(void)
{
    printf("%d ", declared_before());
    printf("%d ", pointed_to());
    printf("%d ", declared_in_it());
    printf("%d\n", of_its_value());
    return 0;
}
