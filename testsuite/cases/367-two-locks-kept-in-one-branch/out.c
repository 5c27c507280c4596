#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
	rcl_mutex_t mx, reschedule_lock;
	int times[4];
	bool forced[4];
} events_t;

static events_t all = { RCL_MUTEX_INITIALIZER(events_t_mx), RCL_MUTEX_INITIALIZER(events_t_reschedule_lock), { 0 }, { 0 } };

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
		rcl_unlock(&events->mx);
	printf("again at %d\n", next_time(events));
	if (mx_handover)
		rcl_unlock(&events->reschedule_lock);
}

struct schedule_at_mx_cs {  /* events->mx, in.c:39-56 */
	events_t *events;   /* in */
	va_list *args;      /* by reference */
};

static int schedule_at_mx_cs(void *ctx)
{
	struct schedule_at_mx_cs *cs = ctx;
	events_t *events = cs->events;
	va_list *args = cs->args;
	int old_next = next_time(events);

	for (int type = va_arg(*args, int); type >= 0; type = va_arg(*args, int)) {
		int planned = va_arg(*args, int);
		if (planned < 0) {
			continue;
		}
		events->times[type] = planned;
	}

	int next = next_time(events);
	if (old_next != next) {
		return RCL_KEEP | 1;
	} else {
		return 2;
	}
}

struct schedule_at_reschedule_cs {  /* events->reschedule_lock, in.c:38-56 */
	events_t *events;           /* in */
	va_list *args;              /* by reference */
};

static int schedule_at_reschedule_cs(void *ctx)
{
	struct schedule_at_reschedule_cs *cs = ctx;
	events_t *events = cs->events;
	va_list *args = cs->args;
	struct schedule_at_mx_cs mx_cs = { .events = events, .args = args };
	int mx_way = rcl_exec_anon(&events->mx, schedule_at_mx_cs, &mx_cs, sizeof(mx_cs));

	if (mx_way == 1) {
		return RCL_KEEP | 1;
	} else {
		return 2;
	}
}

static void schedule_at(events_t *zone, ...)
{
	events_t *events = zone;
	va_list args;
	va_start(args, zone);

	struct schedule_at_reschedule_cs cs = { .events = events, .args = &args };
	int way = rcl_exec_anon(&events->reschedule_lock, schedule_at_reschedule_cs,
			&cs, sizeof(cs));

	if (way == 1) {
		reschedule(events, true); // unlocks events->mx
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
