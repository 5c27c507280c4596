#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct page {
	struct page *next;
	int code;
	const char *body;
	size_t length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct page gone = { NULL, 404, "gone", 4 };
static struct page moved = { &gone, 301, "moved", 5 };
static struct page *pages = &moved;

/* The length has a value only where a page was found: there is nothing to copy otherwise. */
static size_t show(int code)
{
	struct page *page;
	const char *body = NULL;
	size_t length;

	pthread_mutex_lock(&lock);
	for (page = pages; page != NULL; page = page->next) {
		if (page->code == code) {
			body = page->body;
			length = page->length;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	if (body == NULL) {
		body = "unknown";
		length = strlen(body);
	}
	printf("%s\n", body);
	return length;
}

/* Each way out hands out what it has. */
static int code_of(const char *body)
{
	struct page *page;
	int code, found = 0;

	pthread_mutex_lock(&lock);
	if (pages == NULL) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	for (page = pages; page != NULL && !found; page = page->next) {
		if (strcmp(page->body, body) == 0) {
			code = page->code;
			code += gone.code == code;
			found = 1;
		}
	}
	pthread_mutex_unlock(&lock);
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
