/* What reads a text, or a file, puts numbers beside the pointer to a mutex. The text does not get that. */
#include <pthread.h>
#include "rcl_config.h"
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
	rcl_mutex_t *fonts;
	int drawn;
};

struct options {
	const char *given;
	char *end;
};

void other_library(const char *said);
void another_library(long number);

static rcl_mutex_t fonts_lock = RCL_MUTEX_INITIALIZER(fonts_lock);
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

struct draw_cs {              /* image->fonts, in.c:55-58 */
	struct image *image;  /* in */
};

static int draw_cs(void *ctx)
{
	struct draw_cs *cs = ctx;
	struct image *image = cs->image;

	fonts++;
	image->drawn++;
	return 0;
}

void draw(struct image *image)
{
	struct draw_cs cs = { .image = image };
	rcl_exec_anon(image->fonts, draw_cs, &cs, sizeof(cs));
}
