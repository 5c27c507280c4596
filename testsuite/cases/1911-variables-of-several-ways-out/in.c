/* Blocks that end with a way out each declare a variable for what follows the release: by one name, and by its address.
 */
#include <pthread.h>
#include <stdint.h>

typedef int64_t usec_t;

void delay(usec_t *time);
void note(usec_t time);
int next_frame(void);

static pthread_mutex_t audio_mutex = PTHREAD_MUTEX_INITIALIZER;
static void *source;
static int pts, frames;

void *visualize(void *arg)
{
	while (1) {
		pthread_mutex_lock(&audio_mutex);

		if (!source) {
			usec_t time;

			pthread_mutex_unlock(&audio_mutex);
			time = 10;
			delay(&time);
			continue;
		}
		pts = next_frame();
		if (pts == 0) {
			usec_t time;

			pthread_mutex_unlock(&audio_mutex);
			time = 100;
			delay(&time);
			continue;
		}
		frames++;
		pthread_mutex_unlock(&audio_mutex);
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

/* One of them has a value that the section works out, one a constant. */
int visualize_once(void)
{
	pthread_mutex_lock(&audio_mutex);
	if (!source) {
		usec_t time = 5;

		pthread_mutex_unlock(&audio_mutex);
		delay(&time);
		return -1;
	}
	if (frames > 9) {
		usec_t time = pts / 2;

		frames = 0;
		pthread_mutex_unlock(&audio_mutex);
		delay(&time);
		return 0;
	}
	if (pts == 0) {
		usec_t time;

		pthread_mutex_unlock(&audio_mutex);
		time = next_frame();
		note(time);
		return 1;
	}
	frames++;
	pthread_mutex_unlock(&audio_mutex);
	return 2;
}

/* Its address goes elsewhere behind the release alone. */
void visualize_later(void)
{
	pthread_mutex_lock(&audio_mutex);
	usec_t time = pts;
	frames++;
	pthread_mutex_unlock(&audio_mutex);
	delay(&time);
}

/* The section gives it away itself. */
void visualize_now(void)
{
	pthread_mutex_lock(&audio_mutex);
	usec_t time = pts;
	delay(&time);
	frames++;
	pthread_mutex_unlock(&audio_mutex);
	delay(&time);
}
