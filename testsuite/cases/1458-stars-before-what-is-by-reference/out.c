/* A pointer by reference: stars before it need no parentheses between them, unless one multiplies. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, seen[8];

static void skip(char **text)
{
	while (**text == ' ')
		++*text;
}

static void grow(int **counts)
{
	*counts = realloc(*counts, 3 * sizeof(**counts));
}

struct count_cs {      /* lock, in.c:26-46 */
	char **word;   /* by reference */
	int **counts;  /* by reference */
	int n;         /* in-out */
	int **all;     /* in */
	int *by;       /* by reference */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	char **word = cs->word;
	int **counts = cs->counts;
	int n = cs->n;
	int **all = cs->all;
	int *by = cs->by;

	skip(word);
	grow(counts);
	scanf("%d", by);
	if (**word == 's' || !**word || -**word > 0)
		total++;
	**counts = **word == 't';
	**word = (char)(**word ? **word : ' ');
	*(*word)++ += 1;
	(*word)[0] = 'x';
	(**word)++;
	n += n*(*by) + n * *by + n**(*counts) + (n)*(*by) + (int)*(*word);
	(*counts)[1] = *&**counts + * *counts;
	**all = seen[**counts] & **counts;
	n = **all
		*(*by);
	if (n)
		**counts = 4;
	for (int i = 0; i < **counts; i++) *(*counts) -= 1;
	total += n + sizeof **word + **counts/ *(*counts);
	cs->n = n;
	return 0;
}

static int count(char *text)
{
	char *word = text;
	int *counts = calloc(2, sizeof(*counts)), n = 1, **all = &counts, by = 2;

	scanf("%d", &by);
	struct count_cs cs = { .word = &word, .counts = &counts, .n = n, .all = all, .by = &by };
	rcl_exec_blocking(&lock, count_cs, &cs, sizeof(cs));
	n = cs.n;
	printf("%s %d %d\n", word, *counts, counts[1]);
	free(counts);
	return n;
}

int main(void)
{
	char text[] = " a word";
	int n = count(text);

	printf("%s %d %d\n", text, n, total);
	return 0;
}
