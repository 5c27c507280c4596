#include <pthread.h>
#include <stdio.h>

struct node {
	int value;
	struct node *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[8];

static void add(int *to, const int *from)
{
	*to += *from;
}

static void advance(struct node **at, int **row)
{
	*at = (*at)->next;
	*row += 2;
}

/* at and row are pointers that are themselves passed by reference */
static int sum(struct node *first)
{
	struct node *at = first;
	int *row = values;
	int count = 0;

	pthread_mutex_lock(&lock);
	if (at)
		values[7] = (int)sizeof(row);
	while (at != NULL) {
		add(&at->value, &row[1]);
		add(&row[0], &at->value);
		row++;
		*row += at->value;
		--row;
		row[1] -= sizeof row == sizeof(int *);
		count += *row * 2;
		count += (*row)++;
		advance(&at, &row);
	}
	pthread_mutex_unlock(&lock);
	return count * 100 + (int)(row - values);
}

int main(void)
{
	struct node last = { 5, NULL }, middle = { 3, &last }, first = { 1, &middle };

	printf("%d", sum(&first));
	for (int i = 0; i < 8; i++)
		printf(" %d", values[i]);
	printf(" %d %d %d\n", first.value, middle.value, last.value);
	return 0;
}
