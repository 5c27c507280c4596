# SPDX-License-Identifier: MIT
"""What functions of libc need of the calling thread, and which may wait for something that another thread does.

The table, libc.tsv, is derived from the library's machine code (rcl/libc_facts.py). NONE holds functions that touch
neither errno, nor the locale, nor anything per thread; ERRNO those that at most set errno; LOCALE those that besides
read the locale, which is a thread's own only after uselocale(); THREAD those that need the client's thread: stdio,
whose locks belong to threads, and what calls functions of the program's. OWN_THREAD holds what is bound to the
kernel's thread, its stack or its life.

WAITS are those that may wait: input, for whoever writes it; output to a descriptor, whose reader may be slow; for
other threads and processes. A sleep is there because nobody sleeps but to wait for something. Output through stdio is
not: it ends up in files and terminals. A mutex, rwlock or spinlock is not either: its holder does not wait for whom
it keeps out. What is not in the table needs the thread and may wait.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path


def _table() -> dict[str, frozenset[str]]:
    """The functions by what the table says of them."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in Path(__file__).with_name("libc.tsv").read_text(encoding="ascii").splitlines()[1:]:
        name, need, waits, _ = line.split("\t")
        found[need].add(name)
        found[waits].add(name)
    return {verdict: frozenset(names) for verdict, names in found.items()}


_BY_VERDICT = _table()
NONE, ERRNO, LOCALE = _BY_VERDICT["none"], _BY_VERDICT["errno"], _BY_VERDICT["locale"]
THREAD, OWN_THREAD = _BY_VERDICT["thread"], _BY_VERDICT["own-thread"]
WAITS = _BY_VERDICT["waits"]

#: what other libraries have of that sort: a thread's rights, filters, keys, processors and memory
OF_OTHERS = frozenset({
    "cap_get_proc", "cap_set_proc", "cap_setuid", "cap_set_ambient", "cap_get_ambient", "cap_reset_ambient",
    "cap_set_mode", "capng_apply", "capng_change_id", "capng_lock", "capng_get_caps_process", "seccomp_load",
    "keyctl", "keyctl_join_session_keyring", "keyctl_session_to_parent", "keyctl_setperm", "add_key", "request_key",
    "set_mempolicy", "get_mempolicy", "numa_run_on_node", "numa_run_on_node_mask", "numa_run_on_node_mask_all",
    "numa_sched_setaffinity", "numa_sched_getaffinity", "numa_bind", "numa_set_membind", "numa_set_localalloc",
    "numa_set_preferred", "numa_set_interleave_mask", "numa_get_run_node_mask", "landlock_restrict_self",
})  # fmt: skip

#: these call what was registered for the end of the program, or of the thread, on the thread that asks for it
ENDS = frozenset({"exit", "quick_exit", "err", "errx", "verr", "verrx", "pthread_exit", "thrd_exit"})

#: fcntl waits only with these commands, F_SETLKW and F_OFD_SETLKW
FCNTL = frozenset({"fcntl", "fcntl64"})
FCNTL_WAITS = frozenset({"7", "38"})

#: with these first arguments, as they are written, these ask for what only the kernel's thread knows:
#: CLOCK_THREAD_CPUTIME_ID, RUSAGE_THREAD
OF_KERNELS_THREAD = {
    "clock_gettime": frozenset({"3"}), "timer_create": frozenset({"3"}),
    "getrusage": frozenset({"1", "RUSAGE_THREAD"}),
}  # fmt: skip
#: the names of those numbers; what finds them elsewhere than in such a call or an #if: a variable may hold what they
#: stand for
NUMBERS = ("CLOCK_THREAD_CPUTIME_ID", "RUSAGE_THREAD")
_KEPT_OR_ASKED = re.compile(
    r"^[ \t]*#[ \t]*(?:el)?if[^\n]*|\b(?:clock_get(?:time|res)|timer_create)\s*\(\s*CLOCK_THREAD_CPUTIME_ID\b"
    rf"|\bgetrusage\s*\(\s*RUSAGE_THREAD\b|\b(?P<kept>{'|'.join(NUMBERS)})\b",
    re.MULTILINE,
)

#: what a file's name says that is another one in each thread, and what is given such names
OWN_FILES = "thread-self"
NAMING_FILES = frozenset({
    "open", "open64", "openat", "openat64", "creat", "fopen", "fopen64", "freopen", "freopen64", "opendir", "scandir",
    "stat", "stat64", "lstat", "lstat64", "fstatat", "fstatat64", "statx", "access", "faccessat", "euidaccess",
    "readlink", "readlinkat", "realpath", "canonicalize_file_name", "chdir", "link", "linkat", "symlink", "symlinkat",
})  # fmt: skip

#: of these only the arguments with these numbers may live on, in the result or behind another argument
KEPT_ARGUMENTS: dict[str, set[int]] = {
    "strtok_r": {0}, "strsep": set(), "getsubopt": set(), "strtol": {0}, "strtoll": {0}, "strtoul": {0},
    "strtoull": {0}, "strtod": {0}, "strtof": {0}, "strtold": {0}, "strtoimax": {0}, "strtoumax": {0},
    "localtime": set(), "gmtime": set(), "ctime": set(), "asctime": set(), "localtime_r": {1}, "gmtime_r": {1},
    "ctime_r": {1}, "asctime_r": {1}, "inet_ntop": {2}, "inet_ntoa": set(), "strdup": set(), "strndup": set(),
}  # fmt: skip

#: what a signal ends, whose handler says no more than that: the call fails with EINTR, or returns early
INTERRUPTED = WAITS & frozenset({
    "read", "readv", "pread", "preadv", "write", "writev", "pwrite", "pwritev", "open", "openat", "creat", "ioctl",
    "accept", "accept4", "connect", "recv", "recvfrom", "recvmsg", "recvmmsg", "send", "sendto", "sendmsg", "sendmmsg",
    "poll", "select", "epoll_wait", "nanosleep", "clock_nanosleep", "usleep", "sleep", "thrd_sleep", "pause",
    "sem_wait", "sem_timedwait", "sem_clockwait", "semop", "semtimedop", "msgrcv", "msgsnd", "flock", "lockf", "fcntl",
    "mq_receive", "mq_timedreceive", "mq_send", "mq_timedsend", "wait", "waitpid", "waitid", "wait3", "wait4",
    "aio_suspend", "getc", "getchar", "fgetc", "fgets", "gets", "fread", "getline", "getdelim", "scanf", "fscanf",
})  # fmt: skip

#: of these, what it ends even if the handler was set up so that what it interrupts goes on; on a socket the others do
#: so only if there is no time limit
NEVER_RESTARTED = INTERRUPTED & frozenset({
    "poll", "select", "epoll_wait", "nanosleep", "clock_nanosleep", "usleep", "sleep", "thrd_sleep", "pause",
    "semop", "semtimedop", "msgrcv", "msgsnd", "aio_suspend",
})  # fmt: skip

#: these call the functions that they are given before they return
CALLS_GIVEN = frozenset({
    "pthread_once", "call_once", "qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete",
    "twalk", "twalk_r", "tdestroy", "scandir", "scandirat", "ftw", "nftw", "glob", "dl_iterate_phdr", "argp_parse",
})  # fmt: skip


@dataclass(frozen=True)
class Registered:
    """Functions of a program, of some types, that ``callers`` of libc's call later, if the program has named one of
    these first: ``by`` an earlier call, or in a structure.
    """

    by: frozenset[str]
    types: frozenset[str]
    callers: frozenset[str]


#: whoever uses streams or formats is one of these
_TALKING = THREAD | OWN_THREAD | LOCALE
REGISTERED = (
    Registered(
        frozenset({"fopencookie"}),
        frozenset({
            "long (void *, char *, unsigned long)", "long (void *, const char *, unsigned long)",
            "int (void *, long *, int)", "int (void *)",
        }),
        _TALKING,
    ),
    Registered(
        frozenset({"register_printf_function", "register_printf_specifier"}),
        frozenset({
            "int (struct _IO_FILE *, const struct printf_info *, const void *const *)",
            "int (const struct printf_info *, unsigned long, int *)",
            "int (const struct printf_info *, unsigned long, int *, int *)",
        }),
        _TALKING,
    ),
    Registered(
        frozenset({"fts_open"}),
        frozenset({"int (const struct _ftsent **, const struct _ftsent **)"}),
        frozenset({"fts_open", "fts_read", "fts_children"}),
    ),
    Registered(
        frozenset({"argp_parse"}),
        frozenset({"int (int, char *, struct argp_state *)", "char *(int, const char *, void *)"}),
        frozenset({"argp_parse"}),
    ),
    Registered(
        frozenset({"_obstack_begin", "_obstack_begin_1"}),
        frozenset({
            "void *(unsigned long)", "void (void *)", "void *(void *, unsigned long)", "void (void *, void *)",
        }),
        frozenset({"_obstack_begin", "_obstack_begin_1", "_obstack_newchunk", "_obstack_free", "obstack_free"}),
    ),
)  # fmt: skip

#: what takes a lock that is no mutex, and what gives it back
GIVES_BACK = {
    **{f"pthread_rwlock_{how}lock": "pthread_rwlock_unlock"
       for how in ("rd", "wr", "tryrd", "trywr", "timedrd", "timedwr", "clockrd", "clockwr")},
    "pthread_spin_lock": "pthread_spin_unlock", "pthread_spin_trylock": "pthread_spin_unlock",
    "flockfile": "funlockfile", "ftrylockfile": "funlockfile",
}  # fmt: skip

KNOWN = NONE | ERRNO | LOCALE | THREAD | OWN_THREAD | ENDS

#: these set a pointer to where they have put what they have found, or to where they have stopped
_POINTS_BACK = re.compile(r"[fs]?get\w+_r|readdir(64)?_r|(strto|wcsto)\w+")
#: these keep a pointer that they are given, in the library or behind another of their arguments
KEEPS = frozenset({
    "pthread_create", "thrd_create", "pthread_setspecific", "tss_set", "pthread_attr_setstack", "sigaltstack",
    "putenv", "setvbuf", "setbuf", "setbuffer", "open_memstream", "fmemopen", "fopencookie", "openlog",
    "strtok", "tsearch", "hsearch", "hsearch_r", "insque", "initstate", "initstate_r", "setstate",
    "aio_read", "aio_write", "aio_fsync", "lio_listio", "getaddrinfo_a", "mq_notify", "timer_create", "makecontext",
    "aio_read64", "aio_write64", "aio_fsync64", "lio_listio64", "open_wmemstream", "pthread_attr_setstackaddr",
    "on_exit", "getopt", "getopt_long", "getopt_long_only", "argz_next", "envz_entry",
}) | {name for name in KNOWN - KEPT_ARGUMENTS.keys() if _POINTS_BACK.fullmatch(name)}  # fmt: skip


def keeps_thread(code: str) -> bool:
    """May a variable of some code hold what asks for the kernel's thread, by a number of OF_KERNELS_THREAD?"""
    return any(found["kept"] for found in _KEPT_OR_ASKED.finditer(code))


def plain(name: str) -> str:
    """The function that a builtin one of its name stands for, ``__builtin_longjmp``, else the name."""
    bare = name.removeprefix("__builtin_")
    return bare if bare in KNOWN else name
