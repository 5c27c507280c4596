/* SPDX-License-Identifier: MIT */
/*
 * Which executable or shared object an address lies in. _dl_find_object answers without a lock, so it may be asked while
 * the store's lock is held and another thread is inside dlopen.
 */
#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "recorder.h"

enum { MODULES = 1024 };

static struct rcl_module *known[MODULES];
static size_t known_count;

static bool find(uintptr_t address, struct dl_find_object *object)
{
	return _dl_find_object((void *)address, object) == 0;
}

bool rcl_module_has(uintptr_t address)
{
	struct dl_find_object object;

	return find(address, &object);
}

static uintptr_t thread_pointer(void)
{
	uintptr_t pointer;

#if defined(__x86_64__)
	__asm__("mov %%fs:0, %0" : "=r"(pointer));
#else
	__asm__("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
	return pointer;
}

/* Where the linker put the executable's thread-local block: below the thread pointer on x86-64, above it on aarch64. */
static uintptr_t thread_block(const ElfW(Phdr) *segment)
{
	uintptr_t mask = segment->p_align ? segment->p_align - 1 : 0;

#if defined(__x86_64__)
	return thread_pointer() - ((segment->p_memsz + mask) & ~mask);
#else
	return thread_pointer() + ((2 * sizeof(void *) + mask) & ~mask);
#endif
}

bool rcl_thread_local(uintptr_t address, uintptr_t *offset)
{
	const ElfW(Phdr) *segments = (const ElfW(Phdr) *)getauxval(AT_PHDR);
	size_t count = getauxval(AT_PHNUM);

	for (size_t i = 0; i < count; i++) {
		if (segments[i].p_type != PT_TLS)
			continue;
		*offset = address - thread_block(&segments[i]);
		return *offset < segments[i].p_memsz;
	}
	return false;
}

static const ElfW(Phdr) *program_headers(const struct dl_find_object *object, size_t *count)
{
	const ElfW(Ehdr) *elf = object->dlfo_map_start;

	if (memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0)
		return NULL;
	*count = elf->e_phnum;
	return (const ElfW(Phdr) *)((const char *)elf + elf->e_phoff);
}

static void copy_build_id(struct rcl_module *module, const char *notes, size_t bytes)
{
	for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= bytes;) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + at);
		size_t name = at + sizeof *note;
		size_t text = name + (note->n_namesz + 3) / 4 * 4;

		if (note->n_type == NT_GNU_BUILD_ID && !memcmp(notes + name, "GNU", 4) && note->n_descsz <= RCL_BUILD_ID) {
			module->build_id_bytes = note->n_descsz;
			memcpy(module->build_id, notes + text, note->n_descsz);
			return;
		}
		at = text + (note->n_descsz + 3) / 4 * 4;
	}
}

static void note_build_id(struct rcl_module *module, const struct dl_find_object *object)
{
	size_t count = 0;
	const ElfW(Phdr) *segments = program_headers(object, &count);

	for (size_t i = 0; segments && i < count && !module->build_id_bytes; i++)
		if (segments[i].p_type == PT_NOTE)
			copy_build_id(module, (const char *)(module->base + segments[i].p_vaddr), segments[i].p_memsz);
}

void rcl_module_note(uintptr_t address)
{
	struct dl_find_object object;
	struct rcl_module *module;
	char executable[PATH_MAX] = "";
	const char *path;

	if (!find(address, &object) || known_count == MODULES)
		return;
	path = object.dlfo_link_map->l_name;
	for (size_t i = 0; i < known_count; i++)
		if (known[i]->start == (uintptr_t)object.dlfo_map_start && (!*path || !strcmp(known[i]->path, path)))
			return;
	if (!*path && readlink("/proc/self/exe", executable, sizeof executable - 1) > 0)
		path = executable;
	module = rcl_store_chunk(RCL_MODULE, sizeof *module + strlen(path) + 1);
	if (!module)
		return;
	strcpy(module->path, path);
	module->base = object.dlfo_link_map->l_addr;
	module->start = (uintptr_t)object.dlfo_map_start;
	module->end = (uintptr_t)object.dlfo_map_end;
	note_build_id(module, &object);
	known[known_count++] = module;
}
