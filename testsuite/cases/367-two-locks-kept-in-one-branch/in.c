#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t mx, reschedule_lock;
	int times[4];
	bool forced[4];
} events_t;

static events_t all = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, { 0 }, { 0 } };

static int next_time(const events_t *events)
{
	int least = 0;
	for (int i = 0; i < 4; i++)
		if (events->times[i] && (!least || events->times[i] < least))
			least = events->times[i];
	return least;
}

static void reschedule(events_t *events, bool mx_handover)
{
	if (mx_handover)
		pthread_mutex_unlock(&events->mx);
	printf("again at %d\n", next_time(events));
	if (mx_handover)
		pthread_mutex_unlock(&events->reschedule_lock);
}

static void schedule_at(events_t *zone, ...)
{
	events_t *events = zone;
	va_list args;
	va_start(args, zone);

	pthread_mutex_lock(&events->reschedule_lock);
	pthread_mutex_lock(&events->mx);

	int old_next = next_time(events);

	for (int type = va_arg(args, int); type >= 0; type = va_arg(args, int)) {
		int planned = va_arg(args, int);
		if (planned < 0) {
			continue;
		}
		events->times[type] = planned;
	}

	int next = next_time(events);
	if (old_next != next) {
		reschedule(events, true); // unlocks events->mx
	} else {
		pthread_mutex_unlock(&events->mx);
		pthread_mutex_unlock(&events->reschedule_lock);
	}

	va_end(args);
}

int main(void)
{
	schedule_at(&all, 1, 5, 2, 3, -1);
	schedule_at(&all, 0, 7, 3, -2, -1);
	printf("%d\n", next_time(&all));
	return 0;
}
