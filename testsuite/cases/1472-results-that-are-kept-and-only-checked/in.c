/* What a lock call gives is kept, and the next statement does something only if that was an error: it goes with the
   call, unless somebody looks at the variable later, or more would be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define DIE(what, n) do { fprintf(stderr, "%s: %d\n", what, n); exit(1); } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, last;

static void add(int n)
{
	int err;

	err = pthread_mutex_lock(&lock);
	if (err != 0) {
		fprintf(stderr, "lock: %d\n", err);
		exit(1);
	}
	count += n;
	err = pthread_mutex_unlock(&lock);
	if (err != 0) {
		fprintf(stderr, "unlock: %d\n", err);
		exit(1);
	}
}

static int early(int n)
{
	int rc;

	pthread_mutex_lock(&lock);
	if (count > n) {
		count--;
		if ((rc = pthread_mutex_unlock(&lock)) != 0)
			DIE("unlock", rc);
		return 1;
	}
	count++;
	if (count > 2 * n) {
		rc = pthread_mutex_unlock(&lock);
		if (rc)
			return rc;
		return 2;
	}
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		return rc;
	return 0;
}

static void rounds(int n)
{
	int rc = 0, i;

	for (i = 0; i < n; i++) {
		if (rc)
			break;
		rc = pthread_mutex_lock(&lock);
		if (rc)
			DIE("lock", rc);
		count += i;
		rc = pthread_mutex_unlock(&lock);
		if (0 != rc)
			DIE("unlock", rc);
		rc = i > 5;
	}
}

/* Nothing names the variable any more. */
static int cut(int n)
{
	int status, i, sum = 0;

	status = pthread_mutex_lock(&lock);
	if (0 != status)
		DIE("lock", status);
	for (i = 0; i < n; i++) {
		if (sum > 100)
			break;
		sum += count++;
	}
	char text[n + 1];
	text[n] = '\0';
	last = snprintf(text, n, "%d", sum);
	status = pthread_mutex_unlock(&lock);
	if (0 != status)
		DIE("unlock", status);
	return sum;
}

static int declared(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 3) {
		int rc = pthread_mutex_unlock(&lock);
		if (rc)
			DIE("unlock", rc);
		return 1;
	}
	count += n;
	int rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
	rc = n;
	return rc;
}

static int asked(int n)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)))
		DIE("lock", rc);
	count += n;
	if ((rc = pthread_mutex_unlock(&lock)))
		DIE("unlock", rc);
	return count;
}

/* The section uses the variable, too, and what only the check names. */
static int used(int n)
{
	int rc, where = 0;

	pthread_mutex_lock(&lock);
	where = n + count;
	rc = where > 5 ? 1 : 0;
	if (rc) {
		count--;
		where = 3;
		rc = pthread_mutex_unlock(&lock);
		if (rc)
			DIE("unlock early", where);
		return 1;
	}
	where++;
	count += rc + n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", where);
	return n;
}

static int paused(int n)
{
	int rc, sum;

	pthread_mutex_lock(&lock);
	rc = count;
	sum = rc;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", sum);
	printf("%d ", n);
	rc = pthread_mutex_lock(&lock);
	if (rc)
		DIE("lock", sum);
	sum += count;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", sum);
	return sum;
}

/* Of these the result is needed later. */
static int later(int n)
{
	int rc;

	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
	return rc;
}

static int again(int n)
{
	int rc = 0, i;

	for (i = 0; i < n && !rc; i++) {
		pthread_mutex_lock(&lock);
		count += i;
		rc = pthread_mutex_unlock(&lock);
		if (rc)
			DIE("unlock", rc);
	}
	return n;
}

static void handed(int n)
{
	int rc, *where = &rc;

	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
	last += *where;
}

static int kept(int n)
{
	pthread_mutex_lock(&lock);
	count += n;
	last = pthread_mutex_unlock(&lock);
	if (last)
		DIE("unlock", last);
	return n;
}

static int shown(int n)
{
	int rc;

	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
#ifdef VERBOSE
	printf("%d\n", rc);
#endif
	return n;
}

static int asserted(int n)
{
	int rc;

	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
	assert(rc == 0);
	return n;
}

/* And here something would be lost, or is done. */
static int said(int n)
{
	int rc;

	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	/* cannot fail */
	if (rc)
		DIE("unlock", rc);
	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc == 0)
		n++;
	pthread_mutex_lock(&lock);
	count += n;
	rc = pthread_mutex_unlock(&lock);
	if (rc)
		DIE("unlock", rc);
	else
		n++;
	return n;
}

int main(void)
{
	static int (*const all[])(int) = {
		cut, early, declared, asked, used, paused, later, again, kept, shown, asserted, said
	};
	unsigned i, n;

	add(3);
	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		for (n = 1; n < 40; n *= 5)
			printf("%d\n", all[i](n));
	rounds(3);
	handed(1);
	printf("%d %d\n", count, last);
	return 0;
}
