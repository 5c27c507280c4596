/* SPDX-License-Identifier: MIT */
/*
 * ck.c - libck's locks beside librcl's, where libck's headers are installed.
 */
#include "bench.h"

#if __has_include(<ck_spinlock.h>)
#include <ck_spinlock.h>

static struct {
	_Alignas(STRIDE) ck_spinlock_fas_t fas;
	_Alignas(STRIDE) ck_spinlock_ticket_t ticket;
	_Alignas(STRIDE) ck_spinlock_mcs_t mcs;
} locks = { CK_SPINLOCK_FAS_INITIALIZER, CK_SPINLOCK_TICKET_INITIALIZER,
	    CK_SPINLOCK_MCS_INITIALIZER };

static int fas_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    size_t size)
{
	int result;

	(void)m;
	(void)size;
	ck_spinlock_fas_lock(&locks.fas);
	result = section(ctx);
	ck_spinlock_fas_unlock(&locks.fas);
	return result;
}

static int ticket_exec(rcl_mutex_t *m, rcl_section_fn *section,
		       void *ctx, size_t size)
{
	int result;

	(void)m;
	(void)size;
	ck_spinlock_ticket_lock(&locks.ticket);
	result = section(ctx);
	ck_spinlock_ticket_unlock(&locks.ticket);
	return result;
}

static int mcs_exec(rcl_mutex_t *m, rcl_section_fn *section, void *ctx,
		    size_t size)
{
	_Alignas(64) ck_spinlock_mcs_context_t node;
	int result;

	(void)m;
	(void)size;
	ck_spinlock_mcs_lock(&locks.mcs, &node);
	result = section(ctx);
	ck_spinlock_mcs_unlock(&locks.mcs, &node);
	return result;
}

void list_ck_subjects(void)
{
	static const struct subject found[] = {
		{ .name = "ck-fas", .exec = fas_exec },
		{ .name = "ck-ticket", .exec = ticket_exec },
		{ .name = "ck-mcs", .exec = mcs_exec },
	};

	for (unsigned int i = 0; i < 3; i++)
		add_subject(&found[i]);
}
#else
void list_ck_subjects(void)
{
}
#endif
