/* A declaration behind a label, in a section's own block, hides a variable that the section has read before. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int hidden(int n)
{
	int item = n;

	if (n > 0) {
		pthread_mutex_lock(&m);
		count += item;
		if (count > 3)
			goto skip;
		count++;
skip:
		int item = count;
		count += item;
		pthread_mutex_unlock(&m);
	}
	return item;
}

static int not_hidden(int n)
{
	int item = n;

	if (n > 0) {
		pthread_mutex_lock(&m);
		count += item;
		{
			if (count > 3)
				goto skip;
			count++;
skip:
			int item = count;
			count += item;
		}
		pthread_mutex_unlock(&m);
	}
	return item;
}

int main(void)
{
	printf("%d %d %d\n", hidden(0), hidden(1), hidden(2));
	printf("%d %d %d\n", not_hidden(0), not_hidden(1), not_hidden(2));
	printf("%d\n", count);
	return 0;
}
