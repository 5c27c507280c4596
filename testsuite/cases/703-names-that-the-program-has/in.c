#include <pthread.h>
#include <stdio.h>

/* What the program itself calls like sections: functions, types, enumerators, macros, variables. */
struct tagged_cs {
	int n;
};

union united_cs {
	int n;
	float f;
};

typedef struct {
	int n;
} typed_cs;

enum { listed_cs = 4 };

#define macro_cs 17

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static int called_cs(int n)
{
	return n + 1;
}

int called(int n)
{
	pthread_mutex_lock(&m);
	sum += called_cs(n);
	pthread_mutex_unlock(&m);
	return sum;
}

int tagged(int n)
{
	struct tagged_cs own = { n };

	pthread_mutex_lock(&m);
	sum += own.n;
	pthread_mutex_unlock(&m);
	return sum;
}

int united(int n)
{
	union united_cs own = { n };

	pthread_mutex_lock(&m);
	sum += own.n;
	pthread_mutex_unlock(&m);
	return sum;
}

int typed(int n)
{
	typed_cs own = { n };

	pthread_mutex_lock(&m);
	sum += own.n;
	pthread_mutex_unlock(&m);
	return sum;
}

int listed(int n)
{
	pthread_mutex_lock(&m);
	sum += listed_cs + n;
	pthread_mutex_unlock(&m);
	return sum;
}

int macro(int n)
{
	pthread_mutex_lock(&m);
	sum += macro_cs + n;
	pthread_mutex_unlock(&m);
	return sum;
}

int local(int n)
{
	int local_cs = 3;

	pthread_mutex_lock(&m);
	sum += local_cs + n;
	pthread_mutex_unlock(&m);
	return sum;
}

int inner(int n)
{
	struct inner_cs {
		int n;
	} own = { n };

	pthread_mutex_lock(&m);
	sum += n;
	pthread_mutex_unlock(&m);
	return sum + own.n;
}

int main(void)
{
	int n;

	for (n = 0; n < 3; n++) {
		printf("%d %d %d %d\n", called(n), tagged(n), united(n), typed(n));
		printf("%d %d %d %d\n", listed(n), macro(n), local(n), inner(n));
	}
	return 0;
}
