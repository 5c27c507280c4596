/* What gives a lock back under a condition keeps the result, and looks at it in its next statement. */
#include <pthread.h>
#include <stdio.h>

struct table {
	pthread_mutex_t lock;
	long sum;
	int n;
};

static int failures;

static int table_sum(struct table *t, long *sum, int locking)
{
	int rc;

	if (locking) {
		rc = pthread_mutex_lock(&t->lock);
		if (rc)
			return rc;
	}
	*sum += t->sum;
	if (locking) {
		rc = pthread_mutex_unlock(&t->lock);
		if (rc)
			return rc;
	}
	return 0;
}

static int table_add(struct table *t, int n, int locking)
{
	int rc = 0;

	if (locking)
		pthread_mutex_lock(&t->lock);
	if (t->n == 3) {
		if (locking) {
			rc = pthread_mutex_unlock(&t->lock);
			if (rc != 0) {
				fprintf(stderr, "unlock: %d\n", rc);
				failures++;
			}
		}
		return -1;
	}
	t->n++;
	t->sum += n;
	if (locking) {
		rc = pthread_mutex_unlock(&t->lock);
		if (rc != 0) {
			fprintf(stderr, "unlock: %d\n", rc);
			return rc;
		}
	}
	return t->n;
}

/* somebody asks for the result behind that, or for more than a failure */
static int table_count(struct table *t, int locking)
{
	int rc = -1, n;

	if (locking)
		pthread_mutex_lock(&t->lock);
	n = t->n;
	if (locking) {
		rc = pthread_mutex_unlock(&t->lock);
		if (rc)
			return rc;
	}
	return rc < 0 ? -n : n;
}

static int table_clear(struct table *t, int locking)
{
	int rc;

	if (locking)
		pthread_mutex_lock(&t->lock);
	t->n = 0;
	if (locking) {
		rc = pthread_mutex_unlock(&t->lock);
		if (rc == 0)
			failures--;
	}
	return failures;
}

int main(void)
{
	static struct table t = { PTHREAD_MUTEX_INITIALIZER };
	long sum = 0;

	for (int i = 0; i < 4; i++)
		printf("%d ", table_add(&t, i, i % 2));
	table_sum(&t, &sum, 1);
	table_sum(&t, &sum, 0);
	printf("%ld %d %d\n", sum, table_count(&t, 1), table_count(&t, 0));
	printf("%d\n", table_clear(&t, 1));
	return 0;
}
