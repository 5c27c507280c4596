/* Where a macro puts -> behind a variable that the section has by its address, that is (*x) there. */
#include <pthread.h>
#include <stdio.h>

struct options {
	unsigned on;
	int limits[2];
};

#define IS_ON(options, what) ((options) != NULL && (options->on & (what)) == (what))
#define LIMIT(options, which) options->limits[which]
#define NEXT(x) x++
#define SIMPLY(x) do { x; } while (0)
#define SHOW(x) printf("%s is %d\n", #x, x)
#define WITH_ITS_LENGTH(x) ((long)x + (long)x##_length)
#define SAY(format, args...) printf(format, ##args)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct options usual = { 1, { 5, 6 } };
static int count;

static void find(struct options **options)
{
	*options = &usual;
}

int is_on(unsigned what)
{
	struct options *options = NULL;
	int limit;

	pthread_mutex_lock(&lock);
	if (!IS_ON(options, what))
		find(&options);
	limit = IS_ON(options, what) ? LIMIT(options, 0) : LIMIT(options, 1);
	count += options->limits[1];
	pthread_mutex_unlock(&lock);
	return limit;
}

int in_another_one(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	SIMPLY(NEXT(k));
	*p += count;
	SAY("%d\n", k);
	pthread_mutex_unlock(&lock);
	return k;
}

/* the macro in it shows its name */
int shown(int n)
{
	int k = n, *p = &k;

	pthread_mutex_lock(&lock);
	SIMPLY(SHOW(k));
	*p += count;
	pthread_mutex_unlock(&lock);
	return k;
}

/* what is made of the name is another variable's */
int pasted(int n)
{
	int k = n, *p = &k, five = 5, *k_length = &five;
	long sum;

	pthread_mutex_lock(&lock);
	sum = WITH_ITS_LENGTH(k) - (long)&five;
	*p += count;
	pthread_mutex_unlock(&lock);
	return k + (int)sum + *k_length;
}

int main(void)
{
	int one = is_on(1), two = is_on(2);

	printf("%d %d\n", one, two);
	printf("%d\n", in_another_one(3));
	printf("%d\n", shown(4));
	printf("%d\n", pasted(5));
	return 0;
}
