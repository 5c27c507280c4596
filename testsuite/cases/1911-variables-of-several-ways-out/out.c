/* Blocks that end with a way out each declare a variable for what follows the release: by one name, and by its address.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>

typedef int64_t usec_t;

void delay(usec_t *time);
void note(usec_t time);
int next_frame(void);

static rcl_mutex_t audio_mutex = RCL_MUTEX_INITIALIZER(audio_mutex);
static void *source;
static int pts, frames;

/* audio_mutex, in.c:19-39 */
static int visualize_cs(void *ctx)
{
	if (!source) {
		return 1;
	}
	pts = next_frame();
	if (pts == 0) {
		return 2;
	}
	frames++;
	return 0;
}

void *visualize(void *arg)
{
	while (1) {
		switch (rcl_exec_blocking(&audio_mutex, visualize_cs, NULL, 0)) {
		case 1: {
			usec_t time;
			time = 10;
			delay(&time);
			continue;
		}
		case 2: {
			usec_t time;
			time = 100;
			delay(&time);
			continue;
		}
		}
		if (next_frame() > 3)
			break;
		{
			int time = frames;

			if (time > 4)
				return arg;
		}
	}
	return arg;
}

struct visualize_once_cs {  /* audio_mutex, in.c:55-80 */
	usec_t time;        /* out */
};

static int visualize_once_cs(void *ctx)
{
	struct visualize_once_cs *cs = ctx;

	if (!source) {
		usec_t time = 5;

		cs->time = time;
		return 1;
	}
	if (frames > 9) {
		usec_t time = pts / 2;

		frames = 0;
		cs->time = time;
		return 2;
	}
	if (pts == 0) {
		return 3;
	}
	frames++;
	return 0;
}

/* One of them has a value that the section works out, one a constant. */
int visualize_once(void)
{
	struct visualize_once_cs cs;
	switch (rcl_exec_anon(&audio_mutex, visualize_once_cs, &cs, sizeof(cs))) {
	case 1: {
		usec_t time = cs.time;
		delay(&time);
		return -1;
	}
	case 2: {
		usec_t time = cs.time;
		delay(&time);
		return 0;
	}
	case 3: {
		usec_t time;
		time = next_frame();
		note(time);
		return 1;
	}
	}
	return 2;
}

struct visualize_later_cs {  /* audio_mutex, in.c:87-90 */
	usec_t time;         /* out */
};

static int visualize_later_cs(void *ctx)
{
	struct visualize_later_cs *cs = ctx;
	usec_t time = pts;
	frames++;
	cs->time = time;
	return 0;
}

/* Its address goes elsewhere behind the release alone. */
void visualize_later(void)
{
	usec_t time;
	struct visualize_later_cs cs;
	rcl_exec_anon(&audio_mutex, visualize_later_cs, &cs, sizeof(cs));
	time = cs.time;
	delay(&time);
}

struct visualize_now_cs {  /* audio_mutex, in.c:97-101 */
	usec_t *time;      /* by reference */
};

static int visualize_now_cs(void *ctx)
{
	struct visualize_now_cs *cs = ctx;
	usec_t *time = cs->time;

	*time = pts;
	delay(time);
	frames++;
	return 0;
}

/* The section gives it away itself. */
void visualize_now(void)
{
	usec_t time;
	struct visualize_now_cs cs = { .time = &time };
	rcl_exec_blocking(&audio_mutex, visualize_now_cs, &cs, sizeof(cs));
	delay(&time);
}
