/* Where mfp is no pointer any more, nothing is locked for it: sections behind that are no less certain. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct file { int path; int count; struct file *next; };
struct env { pthread_mutex_t region; int size; int used; struct file *files; };

static struct env the = { PTHREAD_MUTEX_INITIALIZER, 7, 0, NULL };

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

static int open_file(struct env *env, struct file *mfp, int path, int flags)
{
	int ret = 0, handle = 0, most;
	int *rpath = NULL;

	if (mfp != NULL)
		goto have;
	if (flags == 0) {
		if (mfp != NULL) {
			pthread_mutex_lock(&env->region);
			path = mfp->path;
			if (rpath != NULL)
				rpath = NULL;
		}
		if (rpath == NULL)
			ret = try_open(path, &handle);
		if (ret == 0)
			env->used++;
		if (mfp != NULL)
			pthread_mutex_unlock(&env->region);
		if (ret != 0)
			goto err;
	}
	mfp = find(env, path);
have:
	if (flags != 1) {
		if (mfp->count == 9)
			flags = 2;
		else {
			pthread_mutex_lock(&env->region);
			most = env->size;
			pthread_mutex_unlock(&env->region);
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
