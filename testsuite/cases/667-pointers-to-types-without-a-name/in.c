#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ages[] = { 3, 9, 1, 7 };

static int older(int than)
{
	struct {
		int place;
		int age;
	} *found = NULL, **all = &found;
	int n = 0, sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < 4; i++) {
		if (ages[i] <= than)
			continue;
		void *more = realloc(found, (n + 1) * sizeof(*found));
		if (!more)
			break;
		found = more;
		found[n].place = i;
		found[n++].age = ages[i];
	}
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++)
		sum += (*all)[i].age * 10 + found[i].place;
	pthread_mutex_unlock(&lock);
	free(found);
	return sum;
}

int main(void)
{
	printf("%d %d\n", older(2), older(8));
	return 0;
}
