# SPDX-License-Identifier: MIT
"""Writes a C program of a given size, the same each time: modules with locks of their own and code around them."""

from __future__ import annotations

import json
from pathlib import Path

#: pieces of a module, each with about as many sections for its length as memcached has
PIECES_PER_FILE = 5

_HEADER = """\
#ifndef M{n}_H
#define M{n}_H
#include <pthread.h>
#include <stddef.h>

struct m{n}_item {{
    struct m{n}_item *next;
    char name[32];
    size_t size;
    unsigned flags;
}};

struct m{n}_queue {{
    pthread_mutex_t lock;
    struct m{n}_item *head;
    size_t length;
}};

{prototypes}
#endif
"""

_PROTOTYPES = """\
struct m{n}_item *m{n}_pop{k}(struct m{n}_queue *queue);
int m{n}_push{k}(struct m{n}_queue *queue, struct m{n}_item *item);
int m{n}_find{k}(struct m{n}_queue *queue, const char *name, size_t *size);
int m{n}_parse{k}(const char *text, struct m{n}_item *item);
unsigned m{n}_hash{k}(const void *data, size_t length);
void m{n}_report{k}(char *buffer, size_t room);
"""

_START = """\
/* Module {n} of a generated program. */
#include "m{n}.h"
#include "m{next}.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {{
    unsigned long pops, pushes, misses;
}} stats;

static void stats_enter(void) {{
    pthread_mutex_lock(&stats_lock);
}}

static void stats_leave(void) {{
    pthread_mutex_unlock(&stats_lock);
}}
"""

_PIECE = """
/* Takes the first item, or NULL. */
struct m{n}_item *m{n}_pop{k}(struct m{n}_queue *queue) {{
    struct m{n}_item *item;

    pthread_mutex_lock(&queue->lock);
    item = queue->head;
    if (item != NULL) {{
        queue->head = item->next;
        queue->length--;
    }}
    pthread_mutex_unlock(&queue->lock);
    if (item == NULL) {{
        stats_enter();
        stats.misses++;
        stats_leave();
        return NULL;
    }}
    item->next = NULL;
    return item;
}}

int m{n}_push{k}(struct m{n}_queue *queue, struct m{n}_item *item) {{
    if (item->size > 4096 || item->name[0] == '\\0') {{
        errno = EINVAL;
        return -1;
    }}
    item->flags = m{n}_hash{k}(item->name, strlen(item->name)) & 0xff;
    pthread_mutex_lock(&queue->lock);
    if (queue->length >= 1000 + {k}) {{
        pthread_mutex_unlock(&queue->lock);
        return 1; /* full */
    }}
    item->next = queue->head;
    queue->head = item;
    queue->length++;
    pthread_mutex_unlock(&queue->lock);
    return 0;
}}

/* Looks an item up by its name. */
int m{n}_find{k}(struct m{n}_queue *queue, const char *name, size_t *size) {{
    struct m{n}_item *item;
    int found = 0;

    pthread_mutex_lock(&queue->lock);
    for (item = queue->head; item != NULL; item = item->next) {{
        if (strcmp(item->name, name) == 0) {{
            *size = item->size;
            found = 1;
            break;
        }}
    }}
    pthread_mutex_unlock(&queue->lock);
    return found;
}}

int m{n}_parse{k}(const char *text, struct m{n}_item *item) {{
    const char *at = text;
    size_t length = 0;
    char *end;

    while (*at == ' ' || *at == '\\t')
        at++;
    while (at[length] != '\\0' && at[length] != '=')
        length++;
    if (length == 0 || length >= sizeof(item->name) || at[length] == '\\0')
        return -1;
    memcpy(item->name, at, length);
    item->name[length] = '\\0';
    errno = 0;
    item->size = strtoul(at + length + 1, &end, 10);
    switch (*end) {{
    case 'k':
        item->size *= 1024;
        end++;
        break;
    case 'm':
        item->size *= 1024 * 1024;
        end++;
        break;
    default:
        break;
    }}
    return errno != 0 || *end != '\\0' ? -1 : 0;
}}

unsigned m{n}_hash{k}(const void *data, size_t length) {{
    const unsigned char *bytes = data;
    unsigned hash = 5381 + {k};

    for (size_t i = 0; i < length; i++)
        hash = (hash << 5) + hash + bytes[i];
    return hash ^ (hash >> 16);
}}

void m{n}_report{k}(char *buffer, size_t room) {{
    unsigned long pops, pushes;

    pthread_mutex_lock(&stats_lock);
    pops = stats.pops;
    pushes = stats.pushes;
    pthread_mutex_unlock(&stats_lock);
    if (pops + pushes == 0 && m{next}_hash{k}(buffer, 0) == 0)
        return;
    snprintf(buffer, room, "pops %lu pushes %lu", pops, pushes);
}}
"""

_MAIN = """\
#include "m0.h"

int main(void) {
    struct m0_queue queue = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};

    return m0_pop0(&queue) != NULL;
}
"""


def write(root: Path, kloc: float) -> int:
    """Writes the program and its compile_commands.json; the number of its lines."""
    root.mkdir(parents=True)
    one = _module(0, 0)
    modules = max(1, round(kloc * 1000 / sum(text.count("\n") for text in one.values())))
    texts = {"main.c": _MAIN}
    for number in range(modules):
        texts |= _module(number, (number + 1) % modules)
    for name, text in texts.items():
        (root / name).write_text(text)
    commands = [
        {"directory": str(root), "file": name, "arguments": ["gcc", "-O2", "-Wall", "-pthread", "-c", name]}
        for name in texts if name.endswith(".c")
    ]  # fmt: skip
    (root / "compile_commands.json").write_text(json.dumps(commands))
    return sum(text.count("\n") for text in texts.values())


def _module(number: int, following: int) -> dict[str, str]:
    pieces = range(PIECES_PER_FILE)
    prototypes = "".join(_PROTOTYPES.format(n=number, k=k) for k in pieces)
    start = _START.format(n=number, next=following)
    body = "".join(_PIECE.format(n=number, next=following, k=k) for k in pieces)
    return {f"m{number}.h": _HEADER.format(n=number, prototypes=prototypes), f"m{number}.c": start + body}
