# SPDX-License-Identifier: MIT
"""What functions of libc need of the calling thread.

Derived from the functions' descriptions in POSIX.1-2017 and from the section "Attributes" of the Linux manual pages:
NONE holds functions that touch neither errno, nor the locale, nor anything per thread; ERRNO those that at most set
errno; LOCALE those that besides read the locale, which is a thread's own only after uselocale(). What is in no table
needs the client's thread: stdio, whose locks belong to threads (flockfile), and pthread_create, whose child inherits
its creator's signal mask and processors. OWN_THREAD holds what is bound to the kernel's thread, its stack or its life.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


NONE = _names("""
    memcpy memmove memset memcmp memchr memrchr rawmemchr mempcpy bcopy bzero bcmp explicit_bzero
    strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strchr strrchr strchrnul strstr
    strspn strcspn strpbrk strsep strtok_r memmem ffs ffsl ffsll index rindex
    abs labs llabs div ldiv lldiv
    htonl htons ntohl ntohs htobe16 htobe32 htobe64 be16toh be32toh be64toh htole16 htole32 htole64
    le16toh le32toh le64toh bswap_16 bswap_32 bswap_64 __bswap_16 __bswap_32 __bswap_64
    __uint16_identity __uint32_identity __uint64_identity
    difftime fabs fabsf floor floorf ceil ceilf trunc round sched_yield
    atomic_thread_fence atomic_signal_fence atomic_flag_test_and_set atomic_flag_clear
""")

ERRNO = _names("""
    __errno_location malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign valloc
    strdup strndup read write pread pwrite pread64 pwrite64 readv writev preadv pwritev open open64 openat openat64
    creat close lseek lseek64 fsync fdatasync ftruncate ftruncate64 truncate unlink rename mkdir rmdir stat fstat lstat
    stat64 fstat64 lstat64 access dup dup2 dup3 pipe pipe2 fcntl fcntl64 socket bind listen accept accept4 connect
    shutdown send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg getsockopt setsockopt getsockname getpeername
    poll select epoll_create epoll_create1 epoll_ctl epoll_wait eventfd mmap mmap64 munmap mprotect msync madvise
    time gettimeofday clock_gettime clock_getres usleep nanosleep sleep getpid getuid geteuid getgid getegid
    sem_post sem_wait sem_trywait sem_init sem_destroy
    pthread_join pthread_detach pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate
    pthread_rwlock_init pthread_rwlock_destroy pthread_spin_lock pthread_spin_unlock pthread_spin_trylock
    pthread_spin_init pthread_spin_destroy
    sqrt sqrtf pow exp log log10 log2 fmod inet_pton inet_ntop random rand_r
""")

LOCALE = _names("""
    snprintf vsnprintf sprintf vsprintf sscanf vsscanf atoi atol atoll atof
    strtol strtoll strtoul strtoull strtod strtof strtoimax strtoumax
    __isoc99_sscanf __isoc99_vsscanf __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
    __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc strcasecmp strncasecmp strcoll strxfrm
""")

OWN_THREAD = _names("""
    gettid syscall sched_setaffinity sched_getaffinity pthread_setaffinity_np sched_setscheduler sched_setparam
    setpriority sigprocmask pthread_sigmask sigaltstack sigsuspend sigwait sigwaitinfo sigtimedwait raise
    setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp pthread_exit exit quick_exit fork vfork
    pthread_setcancelstate pthread_setcanceltype pthread_testcancel prctl setns unshare thrd_exit
    flockfile funlockfile ftrylockfile
    pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_rwlock_unlock
""")
