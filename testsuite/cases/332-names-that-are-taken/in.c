#include <pthread.h>
#include <stdio.h>

/* names that the section's function, its context and its client would have, too */
struct counter {
	int n, at;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct counter first, second, *cs = &first, *ctx = &second;
static int way, context;

static void set(int *to, int n)
{
	*to = n;
}

int globals(int a)
{
	pthread_mutex_lock(&m);
	cs->n += a;
	ctx->n -= a;
	if (a == 3) {
		pthread_mutex_unlock(&m);
		way++;
		return 1;
	}
	if (a == 4) {
		pthread_mutex_unlock(&m);
		return way;
	}
	way += 2;
	pthread_mutex_unlock(&m);
	return 0;
}

/* a variable by reference that is named like the parameter, and one by value that is named like the pointer */
int locals(int a)
{
	int ctx, cs = a;

	set(&ctx, a);
	pthread_mutex_lock(&m);
	context += ctx + cs;
	ctx++;
	pthread_mutex_unlock(&m);
	return ctx;
}

/* a variable named like the member that says where it goes on */
int member(int at)
{
	pthread_mutex_lock(&m);
	while (first.n > 3) {
		pthread_mutex_unlock(&m);
		puts("while released");
		pthread_mutex_lock(&m);
		first.n -= at;
	}
	first.at = at;
	pthread_mutex_unlock(&m);
	return at;
}

/* a label named like those that it goes on at */
int label(int a)
{
	pthread_mutex_lock(&m);
	while (first.n > 3) {
		if (first.n == 5)
			goto at_1;
		pthread_mutex_unlock(&m);
		puts("while released");
		pthread_mutex_lock(&m);
		first.n -= a;
	at_1:
		first.n--;
	}
	pthread_mutex_unlock(&m);
	return a;
}

/* one in another: the outer one has a context, or none */
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

int nested(int a)
{
	pthread_mutex_lock(&m);
	second.n++;
	pthread_mutex_lock(&inner);
	context += a;
	pthread_mutex_unlock(&inner);
	second.at++;
	pthread_mutex_unlock(&m);
	return a;
}

int nested_local(void)
{
	pthread_mutex_lock(&m);
	int own = second.n;
	pthread_mutex_lock(&inner);
	context += own;
	pthread_mutex_unlock(&inner);
	second.at++;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 20; i++)
		sum += globals(i % 6) + locals(i) + member(1 + i % 3) + label(1 + i % 3) + nested(i) + nested_local();
	printf("%d %d %d %d %d %d %d\n", sum, first.n, first.at, second.n, second.at, way, context);
	return 0;
}
