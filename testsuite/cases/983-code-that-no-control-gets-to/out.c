/* Where mfp is no pointer any more, nothing is locked for it: sections behind that are no less certain. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct file { int path; int count; struct file *next; };
struct env { rcl_mutex_t region; int size; int used; struct file *files; };

static struct env the = { RCL_MUTEX_INITIALIZER(env_region), 7, 0, NULL };

static struct file *find(struct env *env, int path)
{
	struct file *f;

	for (f = env->files; f != NULL; f = f->next)
		if (f->path == path)
			return f;
	f = calloc(1, sizeof(*f));
	f->path = path;
	f->next = env->files;
	env->files = f;
	return f;
}

static int try_open(int path, int *to)
{
	*to = path * 2;
	return path == 3;
}

struct open_file_region_1_cs {  /* env->region, in.c:40-50 */
	struct file *mfp;       /* in */
	int path;               /* out */
	int *rpath;             /* in-out */
};

static int open_file_region_1_cs(void *ctx)
{
	struct open_file_region_1_cs *cs = ctx;
	struct file *mfp = cs->mfp;
	int path;
	int *rpath = cs->rpath;

	path = mfp->path;
	if (rpath != NULL)
		rpath = NULL;
	cs->path = path;
	cs->rpath = rpath;
	return RCL_KEEP;
}

struct open_file_region_2_cs {  /* env->region, in.c:60-62 */
	struct env *env;        /* in */
	int most;               /* out */
};

static int open_file_region_2_cs(void *ctx)
{
	struct open_file_region_2_cs *cs = ctx;
	struct env *env = cs->env;
	int most;

	most = env->size;
	cs->most = most;
	return 0;
}

static int open_file(struct env *env, struct file *mfp, int path, int flags)
{
	int ret = 0, handle = 0, most;
	int *rpath = NULL;

	if (mfp != NULL)
		goto have;
	if (flags == 0) {
		if (mfp != NULL) {
			struct open_file_region_1_cs cs = { .mfp = mfp, .rpath = rpath };
			rcl_exec_anon(&env->region, open_file_region_1_cs, &cs, sizeof(cs));
			path = cs.path;
			rpath = cs.rpath;
		}
		if (rpath == NULL)
			ret = try_open(path, &handle);
		if (ret == 0)
			env->used++;
		if (mfp != NULL)
			rcl_unlock(&env->region);
		if (ret != 0)
			goto err;
	}
	mfp = find(env, path);
have:
	if (flags != 1) {
		if (mfp->count == 9)
			flags = 2;
		else {
			struct open_file_region_2_cs cs = { .env = env };
			rcl_exec_anon(&env->region, open_file_region_2_cs, &cs, sizeof(cs));
			most = cs.most;
			if (handle > most)
				ret = 5;
		}
	}
	mfp->count++;
	if (0) {
err:		ret = -1;
	}
	return ret;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d\n", open_file(&the, NULL, i, 0));
	printf("%d\n", open_file(&the, the.files, 2, 0));
	printf("%d %d\n", the.used, the.size);
	return 0;
}
