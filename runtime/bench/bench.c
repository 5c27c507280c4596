/* SPDX-License-Identifier: MIT */
/*
 * bench.c - the benchmark program's command line.
 *
 *	bench list
 *	bench contention -s SUBJECT [-t THREADS] [-d TICKS] [-l SHARED]
 *			 [-o OWN] [-w WARMUP] [-m SECONDS] [-p] [-b TICKS]
 *			 [-n NEIGHBOURS]
 *	bench alone [-d TICKS] [-r REPETITIONS]
 *	bench roundtrip [-r REPETITIONS]
 *
 * -p pins the threads, in turn, to the processors; -b has the delay change after
 * the warm-up; -n starts so many processes that do nothing but run.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#ifdef __clang__
#define COMPILER	__VERSION__
#else
#define COMPILER	"gcc " __VERSION__
#endif

static unsigned int number(const char *text, unsigned int least,
			   unsigned int most)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || value < least ||
	    value > most)
		die("\"%s\" is not a number from %u to %u", text, least, most);
	return (unsigned int)value;
}

static double seconds(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value <= 3600))
		die("\"%s\" is not a number of seconds from 0 to 3600", text);
	return value;
}

static struct options parse(int argc, char **argv)
{
	struct options found = { .subject = baseline, .threads = 1, .shared = 1,
				 .repeat = 1, .seconds = .1, .warmup = .02 };
	int option;

	while ((option = getopt(argc, argv, "s:t:d:l:o:r:w:m:b:n:p")) != -1)
		switch (option) {
		case 's': found.subject = find_subject(optarg); break;
		case 't': found.threads = number(optarg, 1, MAX_THREADS); break;
		case 'd': found.delay = number(optarg, 0, 1000000000); break;
		case 'b': found.before = number(optarg, 1, 1000000000); break;
		case 'n': found.neighbours = number(optarg, 0, MAX_CPUS); break;
		case 'l': found.shared = number(optarg, 1, MAX_LINES); break;
		case 'o': found.own = number(optarg, 0, MAX_LINES); break;
		case 'r': found.repeat = number(optarg, 1, 1000000); break;
		case 'w': found.warmup = seconds(optarg); break;
		case 'm': found.seconds = seconds(optarg); break;
		case 'p': found.pinned = true; break;
		default: exit(2);
		}
	if (optind < argc)
		die("unexpected argument \"%s\"", argv[optind]);
	return found;
}

/* The subjects, and what the measurements of a run have in common. */
static void list(const struct options *options)
{
	(void)options;
	printf("{\"compiler\": \"%s\", \"subjects\": [", COMPILER);
	for (unsigned int i = 0; i < subject_count; i++)
		printf("%s{\"name\": \"%s\", \"ours\": %s, \"remote\": %s}",
		       i ? ", " : "", subjects[i].name,
		       subjects[i].ours ? "true" : "false",
		       subjects[i].remote ? "true" : "false");
	printf("]}\n");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(const struct options *options);
	} commands[] = { { "list", list }, { "contention", contention },
			 { "alone", alone }, { "roundtrip", roundtrip } };
	struct options options;

	unsetenv("RCL_LOCKS");
	survey_machine();
	list_subjects();
	for (unsigned int i = 0; i < 4; i++)
		if (argc > 1 && !strcmp(argv[1], commands[i].name)) {
			options = parse(argc - 1, argv + 1);
			commands[i].run(&options);
			return 0;
		}
	die("usage: bench list|contention|alone|roundtrip [OPTIONS]");
}
