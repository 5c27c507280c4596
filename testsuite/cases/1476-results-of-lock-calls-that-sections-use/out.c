#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define mtx_lock(m) rcl_lock(m)
#define mtx_unlock(m) rcl_unlock(m)

struct odb {
	rcl_mutex_t lock;
	rcl_cond_t grown;
	int n;
};

static struct odb odb = { RCL_MUTEX_INITIALIZER(odb_lock), RCL_COND_INITIALIZER, 4 };

static int more_of(struct odb *db, int more)
{
	db->n += more;
	return db->n > 20 ? -7 : 0;
}

struct inside_cs {       /* db->lock, in.c:25-33 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (db->n > more)
		error = more_of(db, more);
	if (error == 0)
		db->n++;
	cs->error = error;
	return 0;
}

static int inside(struct odb *db, int more)
{
	int error = -1;

	struct inside_cs cs = { .db = db, .more = more, .error = 0 };
	if ((error = -rcl_exec_anon(&db->lock, inside_cs, &cs, sizeof(cs))) < 0) {
		printf("no lock\n");
		return error;
	}
	error = cs.error;
	return error;
}

struct declared_cs {     /* db->lock, in.c:39-45 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (db->n > more)
		error = more_of(db, more);
	cs->error = error;
	return 0;
}

static int declared(struct odb *db, int more)
{
	struct declared_cs cs = { .db = db, .more = more, .error = 0 };
	int error = -rcl_exec_anon(&db->lock, declared_cs, &cs, sizeof(cs));
	if (error != 0)
		return error;
	error = cs.error;
	return error;
}

struct again_cs {        /* db->lock, in.c:55-63 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (more < 5) {
		error = -3;
		goto done;
	}
	db->n += more;
done:
	cs->error = error;
	return 0;
}

static int again(struct odb *db, int more)
{
	int error;

	if (more > 40)
		goto out;
	struct again_cs cs = { .db = db, .more = more, .error = 0 };
	if ((error = -rcl_exec_anon(&db->lock, again_cs, &cs, sizeof(cs))) < 0)
		return error;
	error = cs.error;
	return error;
out:
	return 9;
}

struct attempt_cs {      /* db->lock, in.c:73-78 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int attempt_cs(void *ctx)
{
	struct attempt_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (more > db->n)
		error = more_of(db, more);
	else if (!error)
		db->n -= more;
	cs->error = error;
	return 0;
}

static int attempt(struct odb *db, int more)
{
	int error;

	struct attempt_cs cs = { .db = db, .more = more, .error = 0 };
	int way = rcl_tryexec(&db->lock, attempt_cs, &cs, sizeof(cs));

	error = way < 0 ? -way : 0;
	if (way < 0) {
		db = NULL;
	}
	if (way == 0)
		error = cs.error;
	return error;
}

struct ways_cs {         /* db->lock, in.c:89-102 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int ways_cs(void *ctx)
{
	struct ways_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (more == 1) {
		db->n += error;
		cs->error = error;
		return 1;
	}
	if (more == 2) {
		cs->error = error;
		return 2;
	}
	if (more == 3)
		error = 12;
	cs->error = error;
	return 0;
}

static int ways(struct odb *db, int more)
{
	int error;

	struct ways_cs cs = { .db = db, .more = more, .error = 0 };
	int way = rcl_exec_anon(&db->lock, ways_cs, &cs, sizeof(cs));

	if ((error = way < 0 ? -way : 0) != 0)
		return error;
	if (way == 1) {
		error = cs.error;
		return error + 1;
	}
	if (way == 2) {
		error = cs.error;
		return error;
	}
	error = cs.error;
	return error;
}

struct nobody_cs {       /* db->lock, in.c:110-115 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in */
};

static int nobody_cs(void *ctx)
{
	struct nobody_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (more == 1)
		error = 1;
	db->n += error;
	return 0;
}

static int nobody(struct odb *db, int more)
{
	int error;

	struct nobody_cs cs = { .db = db, .more = more, .error = 0 };
	if ((error = -rcl_exec_anon(&db->lock, nobody_cs, &cs, sizeof(cs))) != 0)
		return -1;
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

struct looped_cs {       /* db->lock, in.c:137-146 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
	int sum;         /* in */
};

static int looped_cs(void *ctx)
{
	struct looped_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;
	int sum = cs->sum;

	if (more == 2)
		error = sum + 3;
	else if (more == 3) {
		cs->error = error;
		return 1;
	}
	db->n++;
	cs->error = error;
	return 0;
}

static int looped(struct odb *db, int more)
{
	int error = 5, sum = 0;

	while (more-- > 0) {
		struct looped_cs cs = { .db = db, .more = more, .error = 0, .sum = sum };
		int way = rcl_exec_anon(&db->lock, looped_cs, &cs, sizeof(cs));

		if ((error = way < 0 ? -way : 0) != 0)
			break;
		if (way == 1) {
			error = cs.error;
			continue;
		}
		error = cs.error;
		sum += error;
	}
	return error + sum;
}

struct waits_cs {        /* db->lock, in.c:156-163 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	db->n += error;
	while (db->n < 0)
		error = rcl_cond_wait(&db->grown, &db->lock);
	if (more == 2)
		error--;
	cs->error = error;
	return 0;
}

static int waits(struct odb *db, int more)
{
	int error;

	struct waits_cs cs = { .db = db, .more = more, .error = 0 };
	if ((error = -rcl_exec_blocking(&db->lock, waits_cs, &cs, sizeof(cs))) != 0)
		return error;
	error = cs.error;
	return error;
}

struct kept_cs {         /* db->lock, in.c:171-183 */
	struct odb *db;  /* in */
	int more;        /* in */
	int error;       /* in-out */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	struct odb *db = cs->db;
	int more = cs->more;
	int error = cs->error;

	if (more == 4)
		error = 8;
	db->n++;
	if (more > 3)
		goto out;
	error += 2;
	cs->error = error;
	return 1;
out:
	printf(" out");
	cs->error = error;
	return 0;
}

static int kept(struct odb *db, int more)
{
	int error;

	struct kept_cs cs = { .db = db, .more = more, .error = 0 };
	int way = rcl_exec(&db->lock, kept_cs, &cs, sizeof(cs));

	if ((error = way < 0 ? -way : 0) != 0)
		return error;
	if (way == 1) {
		error = cs.error;
		return error;
	}
	error = cs.error;
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

