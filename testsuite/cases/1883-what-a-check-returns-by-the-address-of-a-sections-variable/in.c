/* What a macro gives back behind its check leads to a variable of the section's. */
#include <pthread.h>
#include <stdio.h>

struct view { const int *at; int size; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

#define CHECK(cond, ret) do { if (!(cond)) { pthread_mutex_unlock(&lock); return ret; } } while (0)

static int a(int n)
{
	pthread_mutex_lock(&lock);
	int doubled = n * 2;
	int *at = &doubled;
	CHECK(n < 5, *at);
	total += *at;
	pthread_mutex_unlock(&lock);
	return n;
}

static int b(struct view *view, int n)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < view->size; i++) {
		int sum = n + i;
		view->at = &sum;
		CHECK(sum < 9, view->at[0] + i);
		total += sum;
	}
	view->at = &total;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	struct view view = { NULL, 3 };

	printf("%d %d %d\n", a(3), a(5), total);
	printf("%d %d %d\n", b(&view, 1), b(&view, 8), total);
	return 0;
}
