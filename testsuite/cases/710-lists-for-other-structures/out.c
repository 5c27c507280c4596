/* What a list gives to a structure is none of another one's, by whatever name its type goes. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <sys/uio.h>

typedef struct buffer_s { const void *src; int size; } buffer;
struct holder { rcl_mutex_t *mutex; int count; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

static int first(const void *data, int size)
{
	buffer in = { data, size };

	printf("%.*s\n", in.size, (const char *)data);
	return in.size;
}

static const char *word(int many)
{
	return many ? "words" : "word";
}

static void show(void *data, int size)
{
	struct iovec out = { data, size };
	const char *words[] = { "of", word(size > 1) };

	printf("%.*s %s %s\n", (int)out.iov_len, (char *)out.iov_base, words[0], words[1]);
}

struct count_cs {          /* h->mutex, in.c:34-36 */
	struct holder *h;  /* in */
	int by;            /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct holder *h = cs->h;
	int by = cs->by;

	h->count += by;
	return 0;
}

static void count(struct holder *h, int by)
{
	struct count_cs cs = { .h = h, .by = by };
	rcl_exec_anon(h->mutex, count_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct holder h = { &lock, 1 };
	char text[] = "abc";

	show(text, 3);
	count(&h, first("abc", 2));
	printf("%d\n", h.count);
	return 0;
}
