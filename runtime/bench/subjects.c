/* SPDX-License-Identifier: MIT */
/*
 * subjects.c - the mutexes under test: one adapter each.
 *
 * Every kind that librcl knows is a subject by itself.  Sections of kind rcl
 * run in each of the ways in which they can be executed.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static struct {
	_Alignas(STRIDE) pthread_mutex_t mutex;
} plain = { PTHREAD_MUTEX_INITIALIZER };

/* No mutex at all: the section's own cost, and the proof that lost updates are
 * noticed. */
static int none_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		     size_t size)
{
	(void)m;
	(void)size;
	return section(ctx);
}

static int pthread_exec(rcl_mutex_t *m, rcl_section_fn *section,
			void *ctx, size_t size)
{
	int result;

	(void)m;
	(void)size;
	pthread_mutex_lock(&plain.mutex);
	result = section(ctx);
	pthread_mutex_unlock(&plain.mutex);
	return result;
}

struct subject subjects[MAX_SUBJECTS] = {
	{ .name = "pthread", .exec = pthread_exec },
	{ .name = "none", .exec = none_exec },
};
unsigned int subject_count = 2;
struct subject *const baseline = subjects;

void add_subject(const struct subject *subject)
{
	if (subject_count == MAX_SUBJECTS)
		die("more than %d subjects", MAX_SUBJECTS);
	subjects[subject_count++] = *subject;
}

static void add_kind(const struct subject *subject, unsigned int kind)
{
	struct subject *mine = &subjects[subject_count];

	add_subject(subject);
	mine->ours = true;
	mine->remote = kind == RCL_SERVER(0);
	if (rcl_mutex_init_class(&mine->mutex, NULL, "bench", kind))
		die("%s: no mutex", mine->name);
}

void list_subjects(void)
{
	static const struct subject servers[] = {
		{ .name = "rcl-anon", .exec = rcl_exec_anon },
		{ .name = "rcl-errno", .exec = rcl_exec_errno },
		{ .name = "rcl-thread", .exec = rcl_exec },
		{ .name = "rcl-detached", .exec = rcl_exec_detached,
		  .detached = true },
	};
	struct subject kind = { .exec = rcl_exec_anon };

	for (unsigned int i = 0; (kind.name = rcl_kind_name(i)); i++)
		if (i != RCL_REMOTE)
			add_kind(&kind, i);
	for (unsigned int i = 0; i < 4; i++)
		add_kind(&servers[i], RCL_SERVER(0));
	list_ck_subjects();
}

struct subject *find_subject(const char *name)
{
	for (unsigned int i = 0; i < subject_count; i++)
		if (!strcmp(subjects[i].name, name))
			return &subjects[i];
	die("there is no subject \"%s\"", name);
}
