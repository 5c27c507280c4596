/* SPDX-License-Identifier: MIT */
/*
 * config.c - what the environment says, and the numbers of lock classes.
 *
 * RCL_LOCKS, or the file that it names, is parsed anew for each mutex that is
 * used for the first time, and checked as a whole at the first of them.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

/* Class names by number; number 0 stands for all that found no room. */
static const char *classes[RCL_CLASSES];	/* guarded by the registry */
static unsigned int class_count = 1;		/* guarded by the registry */

static const char *locks;			/* written once, by check_once */
static pthread_once_t once = PTHREAD_ONCE_INIT;

void rcl_complain(const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fprintf(stderr, "rcl: %s\n", line);
}

static char token_char(char c)
{
	return isalnum((unsigned char)c) ? c : '_';
}

/* Class names are C tokens: what cannot stand in a token counts as '_'. */
static bool matches(const char *pattern, size_t length, const char *name)
{
	if (length == 1 && *pattern == '*')
		return true;
	if (strlen(name) != length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (token_char(pattern[i]) != token_char(name[i]))
			return false;
	return true;
}

/* [:SERVER] of the given length; without it, server 0. */
static bool parse_server(const char *text, size_t length, unsigned int *server)
{
	*server = 0;
	if (length == 0)
		return true;
	if (length == 1 || *text != ':')
		return false;
	for (size_t i = 1; i < length; i++) {
		if (!isdigit((unsigned char)text[i]))
			return false;
		*server = *server * 10 + (unsigned int)(text[i] - '0');
		if (*server >= RCL_SERVERS)
			return false;
	}
	return true;
}

/* KIND[:SERVER] of the given length; false if it is neither. */
static bool parse_kind(const char *text, size_t length, unsigned int *kind)
{
	size_t name = 0;
	unsigned int server;

	while (name < length && text[name] != ':')
		name++;
	if (!rcl_kind_named(text, name, kind) ||
	    (name < length && *kind != RCL_REMOTE) ||
	    !parse_server(text + name, length - name, &server))
		return false;
	*kind |= server << 8;
	return true;
}

/* Looks name up in RCL_LOCKS.  Returns 1 if an entry matches, 0 if none does,
 * -1 if the text is malformed.  A NULL name only checks. */
static int look_up(const char *text, const char *name, unsigned int *kind)
{
	while (*text) {
		size_t length = strcspn(text, ",");
		const char *equals = memchr(text, '=', length);
		unsigned int found;

		if (!equals || equals == text ||
		    !parse_kind(equals + 1, length - (size_t)(equals + 1 - text),
				&found))
			return -1;
		if (name && matches(text, (size_t)(equals - text), name)) {
			*kind = found;
			return 1;
		}
		text += length;
		if (*text == ',' && *++text == '\0')
			return -1;
	}
	return 0;
}

static void complain(void)
{
	char names[256];
	size_t length = 0;

	for (unsigned int i = 0; i < RCL_KINDS && length < sizeof(names); i++)
		length += (size_t)snprintf(names + length,
					   sizeof(names) - length, " %s",
					   rcl_kind_name(i));
	rcl_complain("RCL_LOCKS is ignored: \"%s\" is not a list of CLASS=KIND "
		     "or CLASS=rcl:SERVER (kinds%s; servers 0 to %d)", locks,
		     names, RCL_SERVERS - 1);
}

/* Joins the lines of a file as RCL_LOCKS would have them: by commas, without
 * blanks, and without what follows a '#'. */
static void join_lines(char *text, size_t length)
{
	size_t end = 0;
	bool comment = false;

	for (size_t i = 0; i < length; i++) {
		char c = text[i];

		if (c == '\n') {
			c = ',';
			comment = false;
		} else if (c == '#') {
			comment = true;
		}
		if (comment || isspace((unsigned char)c) ||
		    (c == ',' && (end == 0 || text[end - 1] == ',')))
			continue;
		text[end++] = c;
	}
	if (end && text[end - 1] == ',')
		end--;
	text[end] = '\0';
}

/* The entries in a file, or NULL with errno set. */
static char *read_file(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	char *text = NULL;
	struct stat status;
	ssize_t length;

	if (file < 0)
		return NULL;
	if (!fstat(file, &status) &&
	    (text = malloc((size_t)status.st_size + 1))) {
		length = read(file, text, (size_t)status.st_size);
		if (length < 0) {
			free(text);
			text = NULL;
		} else {
			join_lines(text, (size_t)length);
		}
	}
	close(file);
	return text;
}

static void check_once(void)
{
	const char *value = getenv("RCL_LOCKS");

	/* A copy: programs overwrite their environment to rename themselves. */
	if (value && *value == '@') {
		locks = read_file(value + 1);
		if (!locks)
			rcl_complain("RCL_LOCKS is ignored: %s: %s", value + 1,
				     strerror(errno));
	} else {
		locks = value ? strdup(value) : NULL;
	}
	if (locks && look_up(locks, NULL, NULL) < 0) {
		complain();
		locks = NULL;
	}
}

unsigned int rcl_config_kind(const char *name, unsigned int declared)
{
	pthread_once(&once, check_once);
	if (locks)
		look_up(locks, name, &declared);
	return declared;
}

unsigned int rcl_config_class(const char *name)
{
	unsigned int i;

	rcl_registry_lock();
	for (i = 1; i < class_count; i++)
		if (classes[i] && !strcmp(classes[i], name))
			break;
	if (i == class_count && i < RCL_CLASSES)
		classes[class_count++] = strdup(name); /* may be unloaded */
	rcl_registry_unlock();
	return i < RCL_CLASSES ? i : 0;
}

const char *rcl_config_class_name(unsigned int number)
{
	return classes[number];
}
