#include <pthread.h>
#include <stdio.h>

typedef int three[3];

struct point {
	int x, y[2];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

/* Parameters that read like arrays are pointers: a section may make them point elsewhere. */
static const char *behind_blanks(const char text[])
{
	pthread_mutex_lock(&lock);
	while (*text == ' ') {
		text++;
		shared++;
	}
	pthread_mutex_unlock(&lock);
	return text;
}

static const char *last(char *words[], int n)
{
	pthread_mutex_lock(&lock);
	if (n > 1) {
		words = &words[n - 1];
		shared += n;
	}
	pthread_mutex_unlock(&lock);
	return words[0];
}

static int rows(int table[][2], three more, int n)
{
	pthread_mutex_lock(&lock);
	shared += table[n][1] + more[0];
	table++;
	more += 2;
	pthread_mutex_unlock(&lock);
	return table[0][0] + *more;
}

static int sum(int n, int of[n])
{
	pthread_mutex_lock(&lock);
	while (n-- > 0)
		shared += *of++;
	n = of[-1];
	pthread_mutex_unlock(&lock);
	return n + of[-2];
}

static int points(struct point of[2])
{
	pthread_mutex_lock(&lock);
	of->x = shared;
	(of + 1)->y[1] = ++of->y[0];
	of++;
	pthread_mutex_unlock(&lock);
	return of->y[1];
}

static int twice(int n)
{
	return 2 * n;
}

static int call(int what(int), int n)
{
	pthread_mutex_lock(&lock);
	shared += what(n);
	if (shared > 3)
		what = twice;
	pthread_mutex_unlock(&lock);
	return what(n);
}

/* Only the address of the parameter itself keeps it where it is. */
static int by_address(int of[])
{
	int **to = &of;
	pthread_mutex_lock(&lock);
	shared += of[0];
	++*to;
	pthread_mutex_unlock(&lock);
	return of[0];
}

static int once(int n)
{
	return n;
}

int main(void)
{
	int table[3][2] = {{1, 2}, {3, 4}, {5, 6}}, numbers[] = {7, 8, 9};
	struct point of[2] = {{1, {2, 3}}, {4, {5, 6}}};
	char *words[] = {"one", "two", "three"};

	printf("%s %s\n", behind_blanks("   text"), last(words, 3));
	printf("%d\n", rows(table, numbers, 1));
	printf("%d\n", sum(3, numbers));
	printf("%d\n", points(of));
	printf("%d\n", call(once, 5));
	printf("%d\n", by_address(numbers));
	printf("%d\n", shared);
	return 0;
}
