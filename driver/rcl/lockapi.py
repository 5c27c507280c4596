# SPDX-License-Identifier: MIT
"""The names of the lock APIs of POSIX, C11 and GLib: what each does, which argument is the mutex or the condition."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rcl.description import Description, LockFacts
from rcl.model import Answer, Op


@dataclass(frozen=True)
class Call:
    """A function of an API. ``mutex`` and ``cond`` are argument numbers; ``effect`` is what it does to the lock.

    ``new`` is the runtime's function that takes its place, if that is not the operation's usual one; ``answer`` is what
    it gives. ``own`` is what rcl.toml says of a project's own API, of whose arguments those numbered ``naming`` say
    which mutex; ``shared``: it takes a lock for readers.
    """

    op: Op
    mutex: int | None = None
    cond: int | None = None
    effect: str = ""
    new: str = ""
    answer: Answer = Answer.STATUS
    own: LockFacts | None = None
    naming: tuple[int, ...] = ()
    shared: bool = False

    @property
    def name(self) -> str:
        """The runtime's name for it."""
        return self.new or self.op.value


CALLS = {
    "pthread_mutex_init": Call(Op.INIT, 0),
    "pthread_mutex_destroy": Call(Op.DESTROY, 0),
    "pthread_mutex_lock": Call(Op.LOCK, 0, effect="acquire"),
    "pthread_mutex_unlock": Call(Op.UNLOCK, 0, effect="release"),
    "pthread_mutex_trylock": Call(Op.TRYLOCK, 0, effect="try"),
    "pthread_mutex_timedlock": Call(Op.TIMEDLOCK, 0, effect="try"),
    "pthread_cond_init": Call(Op.COND_INIT, None, 0),
    "pthread_cond_destroy": Call(Op.COND_DESTROY, None, 0),
    "pthread_cond_wait": Call(Op.WAIT, 1, 0),
    "pthread_cond_timedwait": Call(Op.TIMEDWAIT, 1, 0),
    "pthread_cond_signal": Call(Op.SIGNAL, None, 0),
    "pthread_cond_broadcast": Call(Op.BROADCAST, None, 0),
    "mtx_init": Call(Op.INIT, 0, new="rcl_mtx_init"),
    "mtx_destroy": Call(Op.DESTROY, 0, new="rcl_mtx_destroy"),
    "mtx_lock": Call(Op.LOCK, 0, effect="acquire", new="rcl_mtx_lock"),
    "mtx_unlock": Call(Op.UNLOCK, 0, effect="release", new="rcl_mtx_unlock"),
    "mtx_trylock": Call(Op.TRYLOCK, 0, effect="try", new="rcl_mtx_trylock"),
    "mtx_timedlock": Call(Op.TIMEDLOCK, 0, effect="try", new="rcl_mtx_timedlock"),
    "cnd_init": Call(Op.COND_INIT, None, 0, new="rcl_cnd_init"),
    "cnd_destroy": Call(Op.COND_DESTROY, None, 0, new="rcl_cnd_destroy"),
    "cnd_wait": Call(Op.WAIT, 1, 0, new="rcl_cnd_wait"),
    "cnd_timedwait": Call(Op.TIMEDWAIT, 1, 0, new="rcl_cnd_timedwait"),
    "cnd_signal": Call(Op.SIGNAL, None, 0, new="rcl_cnd_signal"),
    "cnd_broadcast": Call(Op.BROADCAST, None, 0, new="rcl_cnd_broadcast"),
    "g_mutex_init": Call(Op.INIT, 0, new="rcl_g_mutex_init"),
    "g_mutex_clear": Call(Op.DESTROY, 0),
    "g_mutex_lock": Call(Op.LOCK, 0, effect="acquire"),
    "g_mutex_unlock": Call(Op.UNLOCK, 0, effect="release"),
    "g_mutex_trylock": Call(Op.TRYLOCK, 0, effect="try", new="rcl_g_mutex_trylock", answer=Answer.TRUTH),
    "g_mutex_locker_new": Call(Op.LOCK, 0, effect="acquire", new="rcl_g_mutex_locker_new"),
    "g_mutex_locker_free": Call(Op.UNLOCK, 0, effect="release"),
    "g_rec_mutex_init": Call(Op.INIT, 0, new="rcl_g_rec_mutex_init"),
    "g_rec_mutex_clear": Call(Op.DESTROY, 0),
    "g_rec_mutex_lock": Call(Op.LOCK, 0, effect="acquire"),
    "g_rec_mutex_unlock": Call(Op.UNLOCK, 0, effect="release"),
    "g_rec_mutex_trylock": Call(Op.TRYLOCK, 0, effect="try", new="rcl_g_mutex_trylock", answer=Answer.TRUTH),
    "g_rec_mutex_locker_new": Call(Op.LOCK, 0, effect="acquire", new="rcl_g_mutex_locker_new"),
    "g_rec_mutex_locker_free": Call(Op.UNLOCK, 0, effect="release"),
    "g_cond_init": Call(Op.COND_INIT, None, 0, new="rcl_g_cond_init"),
    "g_cond_clear": Call(Op.COND_DESTROY, None, 0),
    "g_cond_wait": Call(Op.WAIT, 1, 0),
    "g_cond_wait_until": Call(Op.TIMEDWAIT, 1, 0, new="rcl_g_cond_wait_until"),
    "g_cond_signal": Call(Op.SIGNAL, None, 0),
    "g_cond_broadcast": Call(Op.BROADCAST, None, 0),
}
TYPES = {
    "pthread_mutex_t": Op.TYPE, "pthread_cond_t": Op.COND_TYPE, "mtx_t": Op.TYPE, "cnd_t": Op.COND_TYPE,
    "GMutex": Op.TYPE, "GRecMutex": Op.TYPE, "GCond": Op.COND_TYPE,
}  # fmt: skip
#: the calls whose mutexes are recursive, whatever initialises them
RECURSIVE = frozenset(name for name in CALLS if name.startswith("g_rec_mutex_"))
#: those of them that give a pointer to the mutex, for a lock guard, and the type that this says to point to
LOCKERS = {"g_mutex_locker_new": "GMutexLocker", "g_rec_mutex_locker_new": "GRecMutexLocker"}
#: GLib's clean-up functions of these guards, which its headers make, and what they call with what a guard holds
CLEANING = {
    "glib_autoptr_cleanup_GMutexLocker": "g_mutex_unlock",
    "glib_autoptr_cleanup_GRecMutexLocker": "g_rec_mutex_unlock",
}
#: those that give back what such a guard holds before its scope ends, by the macro, and the guard's clean-up function
ENDING = {
    "g_mutex_locker_free": "glib_autoptr_cleanup_GMutexLocker",
    "g_rec_mutex_locker_free": "glib_autoptr_cleanup_GRecMutexLocker",
}
CLEARING = "g_clear_pointer"
#: GLib's clean-up functions that do nothing but free memory, which only their variable leads to
FREEING = frozenset({
    "g_autoptr_cleanup_generic_gfree", "glib_auto_cleanup_GStrv",
    *(f"glib_autoptr_cleanup_{name}" for name in (
        "GChecksum", "GDate", "GDateTime", "GError", "GKeyFile", "GList", "GPatternSpec", "GRand", "GSList", "GString",
        "GTimeZone", "GTimer", "GVariantType",
    )),
})  # fmt: skip
#: GLib's macros that return where something is not so, and the runtime's that leave by what they are given besides
CHECKS = dict.fromkeys(("g_return_if_fail", "g_return_val_if_fail"), "rcl_g_leave_if_fail")
INITIALISERS = {
    "PTHREAD_MUTEX_INITIALIZER": Op.INITIALISER,
    "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP": Op.INITIALISER,
    "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP": Op.INITIALISER,
    "PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP": Op.INITIALISER,
    "PTHREAD_COND_INITIALIZER": Op.COND_INITIALISER,
}
#: the runtime's names of the static initialisers of mutexes that are not plain ones
_SPECIAL = {
    "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP": "RCL_RECURSIVE_MUTEX_INITIALIZER",
    "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP": "RCL_ERRORCHECK_MUTEX_INITIALIZER",
}
#: a pattern: what stands behind ``rcl_`` in the runtime's names of what initialises a mutex
INITIALISING = "|".join(sorted({call.name.removeprefix("rcl_") for call in CALLS.values() if call.op is Op.INIT}))
#: what gives a mutex its class
INITIALISE = frozenset({Op.INIT, Op.INITIALISER, Op.RECURSIVE_INITIALISER})
TOKENS: dict[str, Op] = {name: call.op for name, call in CALLS.items()} | TYPES | INITIALISERS
TOKENS |= dict.fromkeys(LOCKERS.values(), Op.TYPE)
#: a pattern: any of them
TOKEN = rf"\b(?:{'|'.join(sorted(TOKENS))})\b"


@dataclass(frozen=True)
class Api:
    """The functions of lock APIs in one program: those of the system, unless it has its own of the same name."""

    calls: Mapping[str, Call]

    @classmethod
    def of(cls, own: Collection[str], description: Description) -> Api:
        """The API of a program that defines these functions."""
        described = {name: call for facts in description.locks for name, call in _described(facts)}
        return cls({name: call for name, call in CALLS.items() if name not in own} | described)

    def op(self, function: str) -> Op | None:
        """What a function does, None if it is of no API."""
        return self.calls[function].op if function in self.calls else None


def _described(facts: LockFacts) -> Iterator[tuple[str, Call]]:
    """The calls of a project's own API."""
    for signature in (facts.init, facts.destroy):
        if signature is not None:
            yield signature.name, Call(Op.INIT, own=facts)
    calls = ((facts.lock, Op.LOCK, "acquire"), (facts.unlock, Op.UNLOCK, "release"),
             (facts.trylock, Op.TRYLOCK, "try"), (facts.shared, Op.LOCK, "acquire"))  # fmt: skip
    for signature, op, effect in calls:
        if signature is not None:
            naming = tuple(signature.parameters.index(p) for p in facts.naming)
            yield signature.name, Call(
                op, effect=effect, own=facts, naming=naming, shared=signature is facts.shared
            )


def runtime_name(token: str) -> str:
    """The runtime's name for a token of these APIs, which may go on in the next line."""
    token = token.replace("\\\r\n", "").replace("\\\n", "")
    return CALLS[token].name if token in CALLS else _SPECIAL.get(token, TOKENS[token].value)


#: calls with a mutex or condition that the runtime has no counterpart for
UNSUPPORTED = frozenset({
    "pthread_mutex_clocklock", "pthread_mutex_consistent", "pthread_mutex_consistent_np",
    "pthread_mutex_setprioceiling", "pthread_mutex_getprioceiling", "pthread_cond_clockwait",
})  # fmt: skip
#: the fields of the C libraries' own mutexes and conditions
INSIDE = frozenset({"__data", "__size", "__align", "__u"})
#: attributes that make a mutex know which thread holds it
OWNER_ATTRIBUTES = frozenset({
    "pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np", "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setprioceiling",
})  # fmt: skip
#: attributes that ask for mutexes which the runtime does not have
UNSUPPORTED_ATTRIBUTES = OWNER_ATTRIBUTES | {"pthread_mutexattr_setpshared", "pthread_condattr_setpshared"}
#: these give new memory
ALLOCATORS = frozenset({"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign"})
#: these make what their second argument points to be where the first one points to, too
COPYING = frozenset({"memcpy", "memmove", "mempcpy", "__builtin_memcpy", "__builtin_memmove"})
_FILLING = frozenset({"memset", "__builtin_memset"})
#: these put a byte wherever their first argument points to, zero if they are not given another one
ZEROING = _FILLING | {"bzero", "explicit_bzero"}
#: these give what their first argument says, and only tell the compiler something of it
TELLING = frozenset({"__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"})
#: these give a pointer to what their first argument points to
PASSING = COPYING | _FILLING | TELLING | {
    "realloc", "reallocarray", "memchr", "strchr", "strrchr", "strstr", "strpbrk",
}


def fortified(names: Iterable[str]) -> frozenset[str]:
    """Functions of libc's, also by the names that its macros give them under _FORTIFY_SOURCE."""
    return frozenset(form.format(name) for name in names for form in ("{}", "__{}_chk", "__builtin___{}_chk"))


#: these copy a text, to new memory, or to where their first argument points to
DUPLICATING = fortified(("strdup", "strndup"))
TEXTS = fortified(("strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", "strncat", "strlcpy", "strlcat"))

#: these only look at the texts, or bytes, that they get, or at an open file, and give or put down nothing of them
LOOKING = frozenset({
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "strspn", "strcspn", "memcmp",
    "bcmp", "atoi", "atol", "atoll", "atof", "puts", "fputs", "perror", "access", "chdir", "mkdir", "rmdir", "unlink",
    "open", "open64", "openat", "creat", "rename", "getenv", "setenv", "unsetenv", "stat", "lstat", "fstat", "chmod",
    "chown", "lchown", "opendir", "closedir", "fopen", "fopen64", "fdopen", "fclose", "fflush", "fseek", "ftell",
    "rewind", "feof", "ferror", "clearerr", "fileno", "popen", "pclose", "system", "fnmatch", "getpwnam", "getgrnam",
    "gethostbyname", "inet_addr", "inet_pton", "bind", "connect", "setsockopt", "__builtin_object_size",
    "__builtin_dynamic_object_size", "__builtin_constant_p", "__builtin_prefetch",
    "g_signal_handlers_disconnect_matched", "g_signal_handlers_block_matched", "g_signal_handlers_unblock_matched",
    "g_signal_handler_find",
})  # fmt: skip
_TO_FILES = fortified(
    ("printf", "fprintf", "dprintf", "syslog", "vprintf", "vfprintf", "vdprintf", "vsyslog")
)  # fmt: skip
#: these make a text of what they are given
PRINTING = _TO_FILES | fortified(("sprintf", "snprintf", "asprintf", "vsprintf", "vsnprintf", "vasprintf"))
#: these make a number of a text, and say where that ends
PARSING = frozenset({
    "strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax", "strtod", "strtof", "strtold",
})  # fmt: skip
_SCANNING = frozenset(f"{before}{name}" for before in ("", "__isoc99_") for name in ("scanf", "fscanf", "sscanf"))
#: these put what they get from elsewhere, or find in a text, where their arguments point to
READING = _SCANNING | {"read", "pread", "fread", "fgets", "recv", "recvfrom"}
#: these give what they are given to a file: nothing of it comes back, but by the ones above
WRITING = _TO_FILES | {"write", "pwrite", "fwrite", "send", "sendto"}
#: a mutex may pass through these: they move, clear or map memory, which the runtime's mutex allows as pthread's does,
#: look at it, show where it is, or keep it for a handler of the tree; what is known by ``void *`` may be any bytes that
#: these use
HARMLESS = PASSING | ZEROING | PRINTING | PARSING | READING | WRITING | LOOKING | ALLOCATORS | DUPLICATING | TEXTS | {
    "free", "g_free", "g_autoptr_cleanup_generic_gfree", "g_slice_free1",
    "malloc_usable_size", "pthread_cleanup_push", "__builtin_va_start", "__builtin_va_copy", "__builtin_va_end",
    "munmap", "mprotect", "madvise", "posix_madvise", "msync", "mlock", "munlock",
}  # fmt: skip
#: what makes a thread: the numbers of the routine that it begins with, and of what that gets
STARTING = {"pthread_create": (2, 3), "thrd_create": (1, 2), "g_thread_new": (1, 2), "g_thread_try_new": (1, 2)}
#: what makes threads or processes besides: they have the signal mask of who calls it
BEGINNING = STARTING.keys() | {
    "g_thread_create", "g_thread_create_full", "g_thread_pool_new", "g_thread_pool_new_full", "g_thread_pool_push",
    "g_thread_pool_set_max_threads", "g_spawn_async", "g_spawn_async_with_fds", "g_spawn_async_with_pipes",
    "g_spawn_async_with_pipes_and_fds", "g_spawn_sync", "g_spawn_command_line_async", "g_spawn_command_line_sync",
    "g_subprocess_new", "g_subprocess_newv", "g_subprocess_launcher_spawn", "g_subprocess_launcher_spawnv",
    "g_app_info_launch", "g_app_info_launch_uris", "g_app_info_launch_default_for_uri", "g_task_run_in_thread",
    "g_task_run_in_thread_sync",
}  # fmt: skip
#: what keeps a function, and a pointer that this gets as its last argument when it is called: the numbers of both, and
#: of the function that gets the pointer when nobody needs it any more, -1 for none; what they give has nothing of it
CALLING_BACK = {
    "g_signal_connect_data": (2, 3, 4), "g_cancellable_connect": (1, 2, 3), "g_source_set_callback": (1, 2, 3),
    "g_idle_add": (0, 1, -1), "g_idle_add_full": (1, 2, 3), "g_timeout_add": (1, 2, -1),
    "g_timeout_add_full": (2, 3, 4), "g_timeout_add_seconds": (1, 2, -1), "g_timeout_add_seconds_full": (2, 3, 4),
    "g_main_context_invoke": (1, 2, -1), "g_main_context_invoke_full": (2, 3, 4), "g_list_foreach": (1, 2, -1),
    "g_slist_foreach": (1, 2, -1), "g_queue_foreach": (1, 2, -1), "g_ptr_array_foreach": (1, 2, -1),
    "g_hash_table_foreach": (1, 2, -1), "g_hash_table_foreach_remove": (1, 2, -1),
}  # fmt: skip
#: what only keeps a function, for the main loop, for an object or for a new thread
_KEEPERS = ("g_signal_", "g_source_", "g_idle_", "g_timeout_")
KEEPING = STARTING.keys() | {name for name in CALLING_BACK if name.startswith(_KEEPERS)}
#: where such a call says that the pointer comes first, if by another number than these
SWAPPED = {"g_signal_connect_data": (5, (0, 1))}
#: what gives what it finds at an address, and leaves NULL there; GLib's header has it
TAKING = frozenset({"g_steal_pointer"})
