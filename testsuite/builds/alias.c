#include <pthread.h>
#include <stdio.h>

#define PASTED(prefix, name)	prefix##name
#define NAMED(prefix, name)	PASTED(prefix, name)
#ifdef LOCAL
# define OBJ(name)	NAMED(_local_, name)
#else
# define OBJ(name)	NAMED(_lib_, name)
#endif
#define search_table	OBJ(search_table)
#define QUOTED(name)	#name
#define ALIAS(name)	__attribute__((alias(QUOTED(name))))

struct cache {
	pthread_mutex_t lock;
	int n;
};

static struct cache cache = { PTHREAD_MUTEX_INITIALIZER, 0 };

static ALIAS(search_table) int search_table_int(struct cache *c, int n);

static int find(int n)
{
	return search_table_int(&cache, n);
}

int search_table(struct cache *c, int n)
{
	int found;

	pthread_mutex_lock(&c->lock);
	c->n += n;
	found = c->n;
	pthread_mutex_unlock(&c->lock);
	return found;
}

int main(void)
{
	find(1);
	printf("%d\n", find(2));
	return 0;
}
