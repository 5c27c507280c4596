#include <pthread.h>
#include <stdio.h>

#define mtx_lock(m) pthread_mutex_lock(m)
#define mtx_unlock(m) pthread_mutex_unlock(m)

struct odb {
	pthread_mutex_t lock;
	pthread_cond_t grown;
	int n;
};

static struct odb odb = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 4 };

static int more_of(struct odb *db, int more)
{
	db->n += more;
	return db->n > 20 ? -7 : 0;
}

static int inside(struct odb *db, int more)
{
	int error = -1;

	if ((error = mtx_lock(&db->lock)) < 0) {
		printf("no lock\n");
		return error;
	}
	if (db->n > more)
		error = more_of(db, more);
	if (error == 0)
		db->n++;
	mtx_unlock(&db->lock);
	return error;
}

static int declared(struct odb *db, int more)
{
	int error = pthread_mutex_lock(&db->lock);

	if (error != 0)
		return error;
	if (db->n > more)
		error = more_of(db, more);
	pthread_mutex_unlock(&db->lock);
	return error;
}

static int again(struct odb *db, int more)
{
	int error;

	if (more > 40)
		goto out;
	if ((error = mtx_lock(&db->lock)) < 0)
		return error;
	if (more < 5) {
		error = -3;
		goto done;
	}
	db->n += more;
done:
	mtx_unlock(&db->lock);
	return error;
out:
	return 9;
}

static int attempt(struct odb *db, int more)
{
	int error;

	if ((error = pthread_mutex_trylock(&db->lock)) == 0) {
		if (more > db->n)
			error = more_of(db, more);
		else if (!error)
			db->n -= more;
		pthread_mutex_unlock(&db->lock);
	} else {
		db = NULL;
	}
	return error;
}

static int ways(struct odb *db, int more)
{
	int error;

	if ((error = mtx_lock(&db->lock)) != 0)
		return error;
	if (more == 1) {
		db->n += error;
		mtx_unlock(&db->lock);
		return error + 1;
	}
	if (more == 2) {
		mtx_unlock(&db->lock);
		return error;
	}
	if (more == 3)
		error = 12;
	mtx_unlock(&db->lock);
	return error;
}

static int nobody(struct odb *db, int more)
{
	int error;

	if ((error = mtx_lock(&db->lock)) != 0)
		return -1;
	if (more == 1)
		error = 1;
	db->n += error;
	mtx_unlock(&db->lock);
	return 0;
}

static int truth(struct odb *db, int more)
{
	int failed;

	if ((failed = (mtx_lock(&db->lock) != 0)))
		return -1;
	if (more == 1)
		failed = 1;
	db->n += failed;
	mtx_unlock(&db->lock);
	return failed;
}

static int looped(struct odb *db, int more)
{
	int error = 5, sum = 0;

	while (more-- > 0) {
		if ((error = mtx_lock(&db->lock)) != 0)
			break;
		if (more == 2)
			error = sum + 3;
		else if (more == 3) {
			mtx_unlock(&db->lock);
			continue;
		}
		db->n++;
		mtx_unlock(&db->lock);
		sum += error;
	}
	return error + sum;
}

static int waits(struct odb *db, int more)
{
	int error;

	if ((error = mtx_lock(&db->lock)) != 0)
		return error;
	db->n += error;
	while (db->n < 0)
		error = pthread_cond_wait(&db->grown, &db->lock);
	if (more == 2)
		error--;
	mtx_unlock(&db->lock);
	return error;
}

static int kept(struct odb *db, int more)
{
	int error;

	if ((error = mtx_lock(&db->lock)) != 0)
		return error;
	if (more == 4)
		error = 8;
	db->n++;
	if (more > 3)
		goto out;
	error += 2;
	mtx_unlock(&db->lock);
	return error;
out:
	printf(" out");
	mtx_unlock(&db->lock);
	return error;
}

static int in_some_builds(struct odb *db, int more)
{
	int error = 5;

#ifndef ALONE
	if ((error = mtx_lock(&db->lock)) != 0)
		return error;
#endif
	db->n += error;
	if (more > 3)
		error = 8;
#ifndef ALONE
	mtx_unlock(&db->lock);
#endif
	return error;
}

int main(void)
{
	printf("%d", inside(&odb, 2));
	printf(" %d", inside(&odb, 200));
	printf(" %d", declared(&odb, 2));
	printf(" %d", again(&odb, 2));
	printf(" %d", again(&odb, 8));
	for (int k = 0; k < 6; k++) {
		printf(" %d", attempt(&odb, k * 9));
		printf(" %d", ways(&odb, k));
		printf(" %d", nobody(&odb, k));
		printf(" %d", waits(&odb, k));
		printf(" %d", kept(&odb, k));
		printf(" %d", in_some_builds(&odb, k));
		printf(" %d", truth(&odb, k));
		printf(" %d", looped(&odb, k));
	}
	printf(" %d\n", odb.n);
	return 0;
}

