#include <pthread.h>
#include <stdio.h>

struct mount {
	pthread_mutex_t lock;
	int blocks;
};

/* Nobody defines this, and nothing that calls it is called. */
int measure_sickness(struct mount *mp, int *checked);

static inline int has_sickness(struct mount *mp)
{
	int checked;

	return measure_sickness(mp, &checked);
}

static inline int is_healthy(struct mount *mp)
{
	return !has_sickness(mp);
}

static struct mount mount = { PTHREAD_MUTEX_INITIALIZER, 8 };

static int take(struct mount *mp)
{
	int n = 0;

	pthread_mutex_lock(&mp->lock);
	if (mp->blocks == 0)
		goto left;
	n = mp->blocks--;
left:
	pthread_mutex_unlock(&mp->lock);
	return n;
}

/* The label is no use of the variable. */
static int give(struct mount *mp)
{
	int given, n;

	pthread_mutex_lock(&mp->lock);
	given = mp->blocks + 1;
	if (given > 8) {
		pthread_mutex_unlock(&mp->lock);
		goto given;
	}
	mp->blocks = given;
	pthread_mutex_unlock(&mp->lock);
	return 1;
given:
	n = 0;
	return n;
}

int main(void)
{
	printf("%d %d\n", take(&mount), give(&mount));
	printf("%d %d\n", give(&mount), take(&mount));
	return 0;
}
