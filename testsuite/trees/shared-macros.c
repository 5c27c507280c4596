/* Two mutexes behind the same macros, which do more than a call, or no more: one of them may be converted without the
 * other where the macro's use can be written out for it.
 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t plain_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t plain_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t named_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t named_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t block_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t block_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t leaves_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t leaves_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t ends_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t ends_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counts_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counts_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t cases_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t cases_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t truth_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t truth_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t chosen_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t chosen_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t label_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t label_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept_b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t head_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t head_b = PTHREAD_MUTEX_INITIALIZER;
static int n, tries;

#define TAKE(m)		((void)pthread_mutex_lock(m))	/* a cast and brackets are no more than the call */
#define GIVE(m)		GIVE_IT(m)
#define GIVE_IT(m)	pthread_mutex_unlock(m);
#define NAMED_LOCK	pthread_mutex_lock

static int plain(int k)
{
	TAKE(&plain_a);
	n += k;
	GIVE(&plain_a)
	TAKE(&plain_b);
	n += k;
	GIVE(&plain_b)
	return n;
}

/* taken and given back in two functions */
static void take_plain(void)
{
	TAKE(&plain_a);
	n++;
}

static void give_plain(void)
{
	n++;
	GIVE(&plain_a)
}

static int named(int k)
{
	NAMED_LOCK(&named_a);
	n += k;
	pthread_mutex_unlock(&named_a);
	NAMED_LOCK(&named_b);
	n += k;
	pthread_mutex_unlock(&named_b);
	return n;
}

/* a block that is left by break */
#define OPEN(m)		do { pthread_mutex_lock(m)
#define CLOSE(m)	pthread_mutex_unlock(m); } while (0)

static int block(int k)
{
	int i;

	for (i = 0; i < 4; i++) {
		OPEN(&block_a);
		if (i == k) {
			pthread_mutex_unlock(&block_a);
			break;
		}
		n++;
		CLOSE(&block_a);
		OPEN(&block_b);
		if (i == k) {
			pthread_mutex_unlock(&block_b);
			break;
		}
		n++;
		CLOSE(&block_b);
	}
	return 10 * n + i;
}

#define GIVE_AND_LEAVE(m)	pthread_mutex_unlock(m); break

static int leaves(int k)
{
	int i;

	for (i = 0; i < 4; i++) {
		pthread_mutex_lock(&leaves_a);
		n++;
		if (i == k) {
			GIVE_AND_LEAVE(&leaves_a);
		}
		pthread_mutex_unlock(&leaves_a);
		pthread_mutex_lock(&leaves_b);
		n++;
		if (i == k - 1) {
			GIVE_AND_LEAVE(&leaves_b);
		}
		pthread_mutex_unlock(&leaves_b);
	}
	return 10 * n + i;
}

#define GIVE_BACK(m)	return pthread_mutex_unlock(m)

static int ends(int k)
{
	if (k > 1) {
		pthread_mutex_lock(&ends_a);
		n++;
		GIVE_BACK(&ends_a);
	}
	if (k > 0) {
		pthread_mutex_lock(&ends_b);
		n++;
		GIVE_BACK(&ends_b);
	}
	return 5;
}

#define COUNTED(m)	tries++; pthread_mutex_lock(m)

static int counts(int k)
{
	COUNTED(&counts_a);
	n += k;
	pthread_mutex_unlock(&counts_a);
	COUNTED(&counts_b);
	n += k;
	pthread_mutex_unlock(&counts_b);
	return n + tries;
}

#define CASE(k, m)	case k: pthread_mutex_lock(m)
#define ELSE(m)		default: pthread_mutex_lock(m)

static int cases(int k)
{
	switch (k) {
	CASE(1, &cases_a);
		n += 3;
		pthread_mutex_unlock(&cases_a);
		break;
	CASE(2, &cases_b);
		n += 4;
		pthread_mutex_unlock(&cases_b);
		break;
	ELSE(&cases_a);
		n += 5;
		pthread_mutex_unlock(&cases_a);
	}
	return n;
}

#define TRY(m)		(!pthread_mutex_trylock(m))

static int truth(int k)
{
	if (TRY(&truth_a)) {
		n += k;
		pthread_mutex_unlock(&truth_a);
	}
	if (TRY(&truth_b)) {
		n += k;
		pthread_mutex_unlock(&truth_b);
	}
	return n;
}

#define TRY_IT(m)	(pthread_mutex_trylock(m) ? 0 : 1)

static int chosen(int k)
{
	if (TRY_IT(&chosen_a)) {
		n += k;
		pthread_mutex_unlock(&chosen_a);
	}
	if (TRY_IT(&chosen_b)) {
		n += k;
		pthread_mutex_unlock(&chosen_b);
	}
	return n;
}

#define AGAIN(name, m)	name: pthread_mutex_lock(m)

static int label(int k)
{
	AGAIN(first, &label_a);
	n++;
	pthread_mutex_unlock(&label_a);
	if (k-- > 0)
		goto first;
	AGAIN(second, &label_b);
	n++;
	pthread_mutex_unlock(&label_b);
	if (k++ < 0)
		goto second;
	return n;
}

#define KEPT(name, m)	int name = pthread_mutex_lock(m)

static int kept(int k)
{
	KEPT(first, &kept_a);
	n += k;
	pthread_mutex_unlock(&kept_a);
	KEPT(second, &kept_b);
	n += k;
	pthread_mutex_unlock(&kept_b);
	return n + first + second;
}

#define WITH(m)		if (!pthread_mutex_lock(m))

static int head(int k)
{
	WITH(&head_a) {
		n += k;
		pthread_mutex_unlock(&head_a);
	}
	WITH(&head_b) {
		n += k;
		pthread_mutex_unlock(&head_b);
	}
	return n;
}

int main(void)
{
	for (int k = 0; k < 4; k++) {
		take_plain();
		give_plain();
		printf("%d %d %d %d ", plain(k), named(k), block(k), leaves(k));
		printf("%d %d %d %d ", ends(k), counts(k), cases(k), truth(k));
		printf("%d %d %d %d\n", chosen(k), label(k), kept(k), head(k));
	}
	return 0;
}
