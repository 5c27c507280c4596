#include <pthread.h>
#include <stdio.h>

/* GLib's g_return_if_reached() is such a macro. */
#define RETURN_IF_REACHED() do { printf("line reached\n"); return; } while (0)
#define RETURN_VAL_IF_REACHED(value) do { printf("line reached\n"); return value; } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
	pthread_mutex_lock(&m);
	if (n < 0) {
		pthread_mutex_unlock(&m);
		RETURN_IF_REACHED();
		return;
	}
	total += n;
	pthread_mutex_unlock(&m);
}

static int twice(int n)
{
	int k;

	pthread_mutex_lock(&m);
	total++;
	k = total + n;
	if (k < 0) {
		pthread_mutex_unlock(&m);
		RETURN_VAL_IF_REACHED(-1);
		return k;       /* nobody gets here */
	}
	total += k;
	pthread_mutex_unlock(&m);
	return n;
}

static int thrice(int n)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < 5; i++) {
		int left = n - i;
		if (left < total) {
			pthread_mutex_unlock(&m);
			RETURN_VAL_IF_REACHED(0);
			return left;
		}
		total += n;
	}
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	add(4);
	add(-1);
	printf("%d %d\n", twice(3), twice(-100));
	printf("%d %d\n", thrice(1000), thrice(2));
	printf("%d\n", total);
	return 0;
}
