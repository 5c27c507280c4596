#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct point {
	int x, y;
	int history[16];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct point last;

static void read_point(struct point *to, const int *n)
{
	*to = last;
	to->x += *n;
}

static int move(int dx)
{
	struct point here;
	int n = dx;
	char text[16];

	memset(&here, 0, sizeof(here));
	pthread_mutex_lock(&lock);
	read_point(&here, &n);
	here.x += dx;
	here.history[0] = n;
	n++;
	last = here;
	snprintf(text, 16, "%d", here.x);
	pthread_mutex_unlock(&lock);
	return here.x * 100 + n + (int)strlen(text);
}

int main(void)
{
	printf("%d", move(2));
	printf(" %d\n", move(30));
	return 0;
}
