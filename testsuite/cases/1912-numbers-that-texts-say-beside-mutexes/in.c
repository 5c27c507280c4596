/* What reads a text, or a file, puts numbers beside the pointer to a mutex. The text does not get that. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct label {
	long step;
	long grid;
	long shift;
};

struct image {
	struct label label;
	double zoom;
	char title[40];
	pthread_mutex_t *fonts;
	int drawn;
};

struct options {
	const char *given;
	char *end;
};

void other_library(const char *said);
void another_library(long number);

static pthread_mutex_t fonts_lock = PTHREAD_MUTEX_INITIALIZER;
static int fonts;

void set_up(struct image *image, struct options *options)
{
	image->fonts = &fonts_lock;
	if (sscanf(options->given, "%ld:%ld:%39s", &image->label.step, &image->label.grid, image->title) != 3)
		other_library(options->given);
	image->label.shift = strtol(options->given, &options->end, 10);
	image->zoom = strtod(options->end, NULL);
	if (*options->end)
		other_library(options->end);
	another_library(image->label.shift);
}

void load(struct image *image, FILE *file)
{
	char line[80];

	if (!fgets(line, sizeof(line), file) || fread(&image->label, sizeof(image->label), 1, file) != 1)
		fprintf(file, "%p %s\n", (void *) image->fonts, line);
	other_library(line);
	another_library(image->label.grid);
}

void draw(struct image *image)
{
	pthread_mutex_lock(image->fonts);
	fonts++;
	image->drawn++;
	pthread_mutex_unlock(image->fonts);
}
