#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct page {
	struct page *next;
	int code;
	const char *body;
	size_t length;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct page gone = { NULL, 404, "gone", 4 };
static struct page moved = { &gone, 301, "moved", 5 };
static struct page *pages = &moved;

struct show_cs {           /* lock, in.c:24-32 */
	int code;          /* in */
	const char *body;  /* in-out */
	size_t *length;    /* by reference */
};

static int show_cs(void *ctx)
{
	struct show_cs *cs = ctx;
	int code = cs->code;
	struct page *page;
	const char *body = cs->body;
	size_t *length = cs->length;

	for (page = pages; page != NULL; page = page->next) {
		if (page->code == code) {
			body = page->body;
			*length = page->length;
			break;
		}
	}
	cs->body = body;
	return 0;
}

/* The length has a value only where a page was found: there is nothing to copy otherwise. */
static size_t show(int code)
{
	const char *body = NULL;
	size_t length;

	struct show_cs cs = { .code = code, .body = body, .length = &length };
	rcl_exec_anon(&lock, show_cs, &cs, sizeof(cs));
	body = cs.body;
	if (body == NULL) {
		body = "unknown";
		length = strlen(body);
	}
	printf("%s\n", body);
	return length;
}

struct code_of_cs {        /* lock, in.c:47-59 */
	const char *body;  /* in */
	int *code;         /* by reference */
	int found;         /* in-out */
};

static int code_of_cs(void *ctx)
{
	struct code_of_cs *cs = ctx;
	const char *body = cs->body;
	struct page *page;
	int *code = cs->code;
	int found = cs->found;

	if (pages == NULL) {
		return 1;
	}
	for (page = pages; page != NULL && !found; page = page->next) {
		if (strcmp(page->body, body) == 0) {
			*code = page->code;
			*code += gone.code == *code;
			found = 1;
		}
	}
	cs->found = found;
	return 0;
}

/* Each way out hands out what it has. */
static int code_of(const char *body)
{
	int code, found = 0;

	struct code_of_cs cs = { .body = body, .code = &code, .found = found };
	if (rcl_exec_anon(&lock, code_of_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	found = cs.found;
	return found ? code : 0;
}

int main(void)
{
	printf("%zu\n", show(301));
	printf("%zu\n", show(404));
	printf("%zu\n", show(500));
	printf("%d %d %d\n", code_of("gone"), code_of("moved"), code_of("unknown"));
	return 0;
}
