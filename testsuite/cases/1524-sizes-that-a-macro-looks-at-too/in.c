/* Memory for a mutex that a macro asks for, which also looks at the size that it is given, and reports that. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NEW(p, size) do { \
	if ((size) <= 0) { \
		complain(__LINE__, "nothing asked for"); \
		goto failed; \
	} \
	if (((p) = malloc(size)) == NULL) { \
		fprintf(stderr, "no %zu bytes: ", size); \
		complain(__LINE__, "malloc of size %zu failed", size); \
		goto failed; \
	} \
} while (0)

struct stack {
	pthread_mutex_t *mutex;
	int top;
};

static void complain(int line, const char *format, ...)
{
	va_list given;

	va_start(given, format);
	fprintf(stderr, "%d: ", line);
	vfprintf(stderr, format, given);
	va_end(given);
}

static struct stack *stack_new(void)
{
	struct stack *s = NULL;

	NEW(s, sizeof(struct stack));
	s->mutex = NULL;
	NEW(s->mutex, sizeof(pthread_mutex_t));
	s->top = 0;
	pthread_mutex_init(s->mutex, NULL);
	return s;

failed:
	free(s);
	return NULL;
}

static int push(struct stack *s, int n)
{
	pthread_mutex_lock(s->mutex);
	s->top += n;
	n = s->top;
	pthread_mutex_unlock(s->mutex);
	return n;
}

int main(void)
{
	struct stack *s = stack_new();

	if (s == NULL)
		return 1;
	push(s, 3);
	printf("%d\n", push(s, 4));
	pthread_mutex_destroy(s->mutex);
	free(s->mutex);
	free(s);
	return 0;
}
