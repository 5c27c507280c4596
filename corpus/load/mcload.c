/* SPDX-License-Identifier: MIT */
/*
 * Loads a memcached over the loopback interface with a fixed mix of gets and sets, checks every answer, and prints one
 * line of JSON.
 *
 * The mix is deterministic: connection i draws its keys and commands from a generator seeded with (seed, i). Each
 * connection has one batch of requests under way; a thread sends the next batch as soon as the last is answered
 * (closed loop). A value is the number of its writer's request and then one letter that follows from key and number,
 * so a value that mixes two writers' bytes, or belongs to another key, is found.
 *
 * Exit status: 0 all answers were right, 1 some were not or the server went away, 2 bad usage.
 */
#define _POSIX_C_SOURCE 200809L

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define HEAD_BYTES 80		/* longest command or answer line */
#define STAMP_BYTES 16		/* the writer's number, in hexadecimal */
#define BATCH_BYTES_MAX 65536	/* fits the socket buffers: a blocking send cannot wait for us */
#define FIRST_BUCKETS 16
#define STEPS 16		/* buckets a power of two: at most 6 % too high */
#define BUCKETS (FIRST_BUCKETS + 60 * STEPS)

struct options {
	uint16_t port;
	unsigned threads, connections, keys, value_bytes, depth, set_percent;
	uint64_t seed, requests;	/* requests: 0 is no bound */
	double seconds;
};

struct request {
	uint32_t key;
	bool set;
};

struct connection {
	int fd;
	uint64_t random;
	uint64_t stamp;			/* of the last set; unique: the connection's number is in its upper bits */
	uint64_t left;			/* requests still to send, or UINT64_MAX */
	uint64_t sent_ns;
	unsigned batch, answered;
	size_t held;			/* bytes of the answers read so far */
	struct request *requests;
	char *out, *in;
};

/* What one thread measured; read by main after the join. */
struct tally {
	uint64_t ops, gets, misses, errors;
	uint64_t latency[BUCKETS];
};

struct worker {
	pthread_t thread;
	const struct options *options;
	struct connection *connections;
	unsigned count;
	uint64_t deadline_ns;
	struct tally tally;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* splitmix64: a full-period generator whose every seed is good. */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static unsigned bucket_of(uint64_t ns)
{
	unsigned log;

	if (ns < FIRST_BUCKETS)
		return (unsigned)ns;
	log = 63 - (unsigned)__builtin_clzll(ns);
	return FIRST_BUCKETS + (log - 4) * STEPS + (unsigned)((ns >> (log - 4)) & (STEPS - 1));
}

/* The largest latency that falls into a bucket. */
static uint64_t bucket_ns(unsigned bucket)
{
	unsigned log;

	if (bucket < FIRST_BUCKETS)
		return bucket;
	log = (bucket - FIRST_BUCKETS) / STEPS;
	return (((uint64_t)(STEPS + (bucket - FIRST_BUCKETS) % STEPS) + 1) << log) - 1;
}

static double quantile_us(const struct tally *t, double q)
{
	uint64_t total = 0, seen = 0;
	unsigned i;

	for (i = 0; i < BUCKETS; i++)
		total += t->latency[i];
	for (i = 0; i < BUCKETS; i++) {
		seen += t->latency[i];
		if (total && (double)seen >= q * (double)total)
			return (double)bucket_ns(i) / 1000;
	}
	return 0;
}

static char letter_of(uint32_t key, uint64_t stamp)
{
	return (char)('a' + (key + stamp) % 26);
}

static size_t put_value(char *to, uint32_t key, uint64_t stamp, unsigned bytes)
{
	snprintf(to, STAMP_BYTES + 1, "%016" PRIx64, stamp);
	memset(to + STAMP_BYTES, letter_of(key, stamp), bytes - STAMP_BYTES);
	return bytes;
}

static bool value_is_whole(const char *value, uint32_t key, unsigned bytes)
{
	char stamp[STAMP_BYTES + 1], *end, letter;
	unsigned i;

	memcpy(stamp, value, STAMP_BYTES);
	stamp[STAMP_BYTES] = '\0';
	letter = letter_of(key, strtoull(stamp, &end, 16));
	if (end != stamp + STAMP_BYTES)
		return false;
	for (i = STAMP_BYTES; i < bytes; i++)
		if (value[i] != letter)
			return false;
	return true;
}

static size_t put_request(struct connection *c, char *to, const struct request *r, const struct options *o)
{
	size_t n;

	if (!r->set)
		return (size_t)sprintf(to, "get key:%" PRIu32 "\r\n", r->key);
	n = (size_t)sprintf(to, "set key:%" PRIu32 " 0 0 %u\r\n", r->key, o->value_bytes);
	n += put_value(to + n, r->key, ++c->stamp, o->value_bytes);
	memcpy(to + n, "\r\n", 2);
	return n + 2;
}

static bool send_all(int fd, const char *from, size_t n)
{
	while (n) {
		ssize_t sent = send(fd, from, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return false;
		from += sent;
		n -= (size_t)sent;
	}
	return true;
}

/* Sends c->batch requests, which stand in c->requests. */
static bool send_batch(struct connection *c, const struct options *o)
{
	size_t n = 0;
	unsigned i;

	for (i = 0; i < c->batch; i++)
		n += put_request(c, c->out + n, &c->requests[i], o);
	c->answered = 0;
	c->held = 0;
	c->sent_ns = now_ns();
	return send_all(c->fd, c->out, n);
}

/* Draws and sends the next batch; a connection that has none left gets an empty one. */
static bool next_batch(struct connection *c, const struct options *o)
{
	unsigned i;

	c->batch = c->left < o->depth ? (unsigned)c->left : o->depth;
	if (c->left != UINT64_MAX)
		c->left -= c->batch;
	for (i = 0; i < c->batch; i++) {
		uint64_t z = draw(&c->random);

		c->requests[i].key = (uint32_t)((z >> 32) % o->keys);
		c->requests[i].set = (z & 0xffffffffu) % 100 < o->set_percent;
	}
	return c->batch == 0 || send_batch(c, o);
}

/*
 * The length of the answer to r that stands at in, 0 if it is not whole yet, -1 if it is wrong. Sets *miss for a get
 * that found nothing.
 */
static ssize_t answer_length(const char *in, size_t n, const struct request *r, const struct options *o, bool *miss)
{
	char head[HEAD_BYTES];
	size_t head_n, whole;

	*miss = false;
	if (r->set) {
		if (n < 8)
			return 0;
		return memcmp(in, "STORED\r\n", 8) == 0 ? 8 : -1;
	}
	if (n < 5)
		return 0;
	if (memcmp(in, "END\r\n", 5) == 0) {
		*miss = true;
		return 5;
	}
	head_n = (size_t)snprintf(head, sizeof(head), "VALUE key:%" PRIu32 " 0 %u\r\n", r->key, o->value_bytes);
	if (memcmp(in, head, n < head_n ? n : head_n) != 0)
		return -1;
	whole = head_n + o->value_bytes + 7;
	if (n < whole)
		return 0;
	if (memcmp(in + head_n + o->value_bytes, "\r\nEND\r\n", 7) != 0 ||
	    !value_is_whole(in + head_n, r->key, o->value_bytes))
		return -1;
	return (ssize_t)whole;
}

/* Reads what is there and checks it. False: the connection is of no further use. */
static bool take_answers(struct connection *c, const struct options *o, struct tally *t)
{
	ssize_t n = recv(c->fd, c->in + c->held, BATCH_BYTES_MAX - c->held, 0);
	size_t at = 0;

	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0)
		return false;
	c->held += (size_t)n;
	while (c->answered < c->batch) {
		const struct request *r = &c->requests[c->answered];
		bool miss;

		n = answer_length(c->in + at, c->held - at, r, o, &miss);
		if (n < 0)
			return false;
		if (n == 0)
			break;
		at += (size_t)n;
		c->answered++;
		t->ops++;
		t->gets += !r->set;
		t->misses += miss;
	}
	memmove(c->in, c->in + at, c->held - at);
	c->held -= at;
	return c->answered < c->batch || c->held == 0;
}

static void note_latency(struct tally *t, const struct connection *c)
{
	t->latency[bucket_of(now_ns() - c->sent_ns)] += c->batch;
}

static void drop(struct connection *c, struct pollfd *p, struct tally *t)
{
	t->errors++;
	p->fd = -1;
	c->batch = 0;
}

/* One connection can be read: take its answers, and send its next batch when they are complete. */
static void serve(struct worker *w, struct connection *c, struct pollfd *p)
{
	if (!take_answers(c, w->options, &w->tally)) {
		drop(c, p, &w->tally);
		return;
	}
	if (c->answered < c->batch)
		return;
	note_latency(&w->tally, c);
	if (now_ns() >= w->deadline_ns)
		c->left = 0;
	if (!next_batch(c, w->options))
		drop(c, p, &w->tally);
	else if (c->batch == 0)
		p->fd = -1;
}

static bool any_open(const struct pollfd *polls, unsigned count)
{
	unsigned i;

	for (i = 0; i < count; i++)
		if (polls[i].fd >= 0)
			return true;
	return false;
}

static void *work(void *argument)
{
	struct worker *w = argument;
	struct pollfd *polls = calloc(w->count, sizeof(*polls));
	unsigned i;

	if (!polls)
		abort();
	for (i = 0; i < w->count; i++) {
		polls[i] = (struct pollfd){ .fd = w->connections[i].fd, .events = POLLIN };
		if (!next_batch(&w->connections[i], w->options))
			drop(&w->connections[i], &polls[i], &w->tally);
		else if (w->connections[i].batch == 0)
			polls[i].fd = -1;
	}
	while (any_open(polls, w->count)) {
		if (poll(polls, w->count, 10000) == 0) {
			w->tally.errors++;	/* ten seconds without an answer */
			break;
		}
		for (i = 0; i < w->count; i++)
			if (polls[i].fd >= 0 && polls[i].revents)
				serve(w, &w->connections[i], &polls[i]);
	}
	free(polls);
	return NULL;
}

static bool open_connection(struct connection *c, unsigned number, const struct options *o)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(o->port) };
	int one = 1;

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	c->random = o->seed * 0x100000001b3u + number;
	c->stamp = (uint64_t)(number + 1) << 40;
	c->requests = calloc(o->depth, sizeof(*c->requests));
	c->out = malloc(BATCH_BYTES_MAX);
	c->in = malloc(BATCH_BYTES_MAX);
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	if (!c->requests || !c->out || !c->in || c->fd < 0)
		return false;
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return connect(c->fd, (struct sockaddr *)&to, sizeof(to)) == 0;
}

/* Sets every key once, over one connection, so that a get finds a value. */
static bool fill(struct connection *c, const struct options *o)
{
	struct tally ignored = { 0 };
	uint32_t key = 0;
	unsigned i;

	while (key < o->keys) {
		for (i = 0; i < o->depth && key < o->keys; i++)
			c->requests[i] = (struct request){ .key = key++, .set = true };
		c->batch = i;
		if (!send_batch(c, o))
			return false;
		while (c->answered < c->batch)
			if (!take_answers(c, o, &ignored))
				return false;
	}
	return true;
}

static void share_requests(struct connection *connections, const struct options *o)
{
	unsigned i;

	for (i = 0; i < o->connections; i++) {
		connections[i].left = UINT64_MAX;
		if (o->requests)
			connections[i].left = o->requests / o->connections + (i < o->requests % o->connections);
	}
}

static void add(struct tally *to, const struct tally *from)
{
	unsigned i;

	to->ops += from->ops;
	to->gets += from->gets;
	to->misses += from->misses;
	to->errors += from->errors;
	for (i = 0; i < BUCKETS; i++)
		to->latency[i] += from->latency[i];
}

static void run(struct connection *connections, const struct options *o, struct tally *total)
{
	struct worker *workers = calloc(o->threads, sizeof(*workers));
	uint64_t deadline_ns = o->seconds > 0 ? now_ns() + (uint64_t)(o->seconds * 1e9) : UINT64_MAX;
	unsigned i, first = 0;

	if (!workers)
		abort();
	for (i = 0; i < o->threads; i++) {
		struct worker *w = &workers[i];

		w->options = o;
		w->connections = connections + first;
		w->count = o->connections / o->threads + (i < o->connections % o->threads);
		w->deadline_ns = deadline_ns;
		first += w->count;
		if (pthread_create(&w->thread, NULL, work, w) != 0)
			abort();
	}
	for (i = 0; i < o->threads; i++) {
		pthread_join(workers[i].thread, NULL);
		add(total, &workers[i].tally);
	}
	free(workers);
}

static void report(const struct tally *t, const struct options *o, double seconds)
{
	printf("{\"schema\":\"rcl-load-1\",\"ops\":%" PRIu64 ",\"seconds\":%.3f,\"ops_per_s\":%.0f,"
	       "\"p50_us\":%.1f,\"p99_us\":%.1f,\"errors\":%" PRIu64 ",\"gets\":%" PRIu64 ",\"misses\":%" PRIu64 ","
	       "\"connections\":%u,\"threads\":%u,\"depth\":%u,\"keys\":%u,\"value_bytes\":%u,"
	       "\"set_percent\":%u,\"seed\":%" PRIu64 "}\n",
	       t->ops, seconds, (double)t->ops / seconds, quantile_us(t, .5), quantile_us(t, .99), t->errors, t->gets,
	       t->misses, o->connections, o->threads, o->depth, o->keys, o->value_bytes, o->set_percent, o->seed);
}

static void usage(void)
{
	fputs("usage: mcload -p PORT [-t THREADS] [-c CONNECTIONS] [-s SECONDS] [-n REQUESTS] [-k KEYS]\n"
	      "              [-v VALUE_BYTES] [-w SET_PERCENT] [-d REQUESTS_A_BATCH] [-S SEED]\n", stderr);
	exit(2);
}

static uint64_t number(const char *text, uint64_t low, uint64_t high)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || n < low || n > high) {
		fprintf(stderr, "mcload: %s is not a number from %" PRIu64 " to %" PRIu64 "\n", text, low, high);
		exit(2);
	}
	return n;
}

static void parse(int argc, char **argv, struct options *o)
{
	int c;

	while ((c = getopt(argc, argv, "p:t:c:s:n:k:v:w:d:S:")) != -1) {
		switch (c) {
		case 'p': o->port = (uint16_t)number(optarg, 1, UINT16_MAX); break;
		case 't': o->threads = (unsigned)number(optarg, 1, 1024); break;
		case 'c': o->connections = (unsigned)number(optarg, 1, 65536); break;
		case 's': o->seconds = (double)number(optarg, 1, 86400); break;
		case 'n': o->requests = number(optarg, 1, UINT64_MAX - 1); break;
		case 'k': o->keys = (unsigned)number(optarg, 1, UINT32_MAX); break;
		case 'v': o->value_bytes = (unsigned)number(optarg, STAMP_BYTES, 32768); break;
		case 'w': o->set_percent = (unsigned)number(optarg, 0, 100); break;
		case 'd': o->depth = (unsigned)number(optarg, 1, 1024); break;
		case 'S': o->seed = number(optarg, 0, UINT64_MAX); break;
		default: usage();
		}
	}
	if (optind != argc || !o->port)
		usage();
	if (!o->requests && o->seconds <= 0)
		o->seconds = 10;
	if (o->connections < o->threads)
		o->connections = o->threads;
	if ((uint64_t)o->depth * (o->value_bytes + 2 * HEAD_BYTES) > BATCH_BYTES_MAX) {
		fprintf(stderr, "mcload: a batch of %u values of %u bytes is too large\n", o->depth, o->value_bytes);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct options o = { .threads = 2, .connections = 16, .keys = 10000, .value_bytes = 64, .depth = 1,
			     .set_percent = 10, .seed = 1 };
	struct connection *connections;
	struct tally total = { 0 };
	uint64_t start;
	unsigned i;

	parse(argc, argv, &o);
	connections = calloc(o.connections, sizeof(*connections));
	if (!connections)
		abort();
	for (i = 0; i < o.connections; i++) {
		if (!open_connection(&connections[i], i, &o)) {
			fprintf(stderr, "mcload: connection %u to port %u: %s\n", i + 1, o.port, strerror(errno));
			return 1;
		}
	}
	if (!fill(&connections[0], &o)) {
		fprintf(stderr, "mcload: the server on port %u does not store values as it should\n", o.port);
		return 1;
	}
	share_requests(connections, &o);
	start = now_ns();
	run(connections, &o, &total);
	report(&total, &o, (double)(now_ns() - start) / 1e9);
	return total.errors ? 1 : 0;
}
