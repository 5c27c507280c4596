#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	int threads;
	int length;
	int next;
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 1, 0, 0 };

static int number(struct queue *q)
{
	int n;

	if (q == NULL) {
		return -1;
	}
        if (q->threads) {
                pthread_mutex_lock(&q->lock);
        }
	n = q->next++;
        if (q->threads) {
                pthread_mutex_unlock(&q->lock);
        }
	return n;
}

static int put(struct queue *q, int most)
{
	int made;

	made = number(q);
	if (made < 0) {
		return made;
	}
        pthread_mutex_lock(&q->lock);
	if (q->length >= most) {
                pthread_mutex_unlock(&q->lock);
		printf("full\n");
		return -1;
	}
	q->length++;
        pthread_mutex_unlock(&q->lock);
	return made;
}

int main(void)
{
	printf("%d\n", put(&queue, 1));
	printf("%d\n", put(&queue, 1));
	return 0;
}
