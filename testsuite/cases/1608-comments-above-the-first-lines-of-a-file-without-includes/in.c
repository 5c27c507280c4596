/* What is said of the file. */
// Nobody has rights to it.

// A counter, of which each thread has its part.
/*
 * The parts are added up now and then.
 */
struct counter {
    pthread_mutex_t lock;
    int parts, sum;
};

static struct counter counter = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

static int add(struct counter *c, int n)
{
    pthread_mutex_lock(&c->lock);
    c->parts++;
    c->sum += n;
    pthread_mutex_unlock(&c->lock);
    return n;
}

int main(void)
{
    add(&counter, 3);
    printf("%d\n", add(&counter, 4) + counter.sum);
    return 0;
}
