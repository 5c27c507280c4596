# SPDX-License-Identifier: MIT
"""What functions of libc need of the calling thread.

Derived from the functions' descriptions in POSIX.1-2017 and from the section "Attributes" of the Linux manual pages:
NONE holds functions that touch neither errno, nor the locale, nor anything per thread; ERRNO those that at most set
errno; LOCALE those that besides read the locale, which is a thread's own only after uselocale(); THREAD those that
need the client's thread: stdio, whose locks belong to threads (flockfile), and pthread_create, whose child inherits
its creator's signal mask and processors. OWN_THREAD holds what is bound to the kernel's thread, its stack or its life.

WAITS are those of all tables that may wait for something that another thread does: input, whoever writes it; output
to a descriptor, whose reader may be slow; other threads and processes. A sleep is there because nobody sleeps but to
wait for something. Output through stdio is not: it ends up in files and terminals. A mutex, rwlock or spinlock is not
either: its holder does not wait for whom it keeps out. What is in no table needs the thread and may wait.
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

THREAD = _names("""
    printf fprintf vprintf vfprintf dprintf vdprintf puts fputs fputs_unlocked putc putchar fputc fputc_unlocked
    putc_unlocked putchar_unlocked fwrite fwrite_unlocked perror fflush fopen fopen64 fdopen fclose setvbuf setbuf
    fseek fseeko fseeko64 ftell ftello ftello64 rewind feof ferror clearerr fileno
    __printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk
    asprintf vasprintf strerror strerror_r __xpg_strerror_r strsignal strtok
    fgets gets getc getchar fgetc fread getline getdelim scanf fscanf vfscanf ungetc
    __isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf
    localtime localtime_r gmtime gmtime_r mktime timegm strftime asctime asctime_r ctime ctime_r tzset
    getenv secure_getenv setenv unsetenv putenv rand srand srandom drand48 lrand48 mrand48 srand48
    opendir fdopendir readdir readdir64 closedir rewinddir dirfd realpath getcwd chdir
    openlog syslog vsyslog closelog
    pthread_self pthread_equal pthread_getspecific pthread_setspecific pthread_key_create pthread_key_delete
    pthread_create pthread_cancel pthread_cleanup_push pthread_kill kill
    pthread_attr_setstacksize pthread_attr_getstacksize
    pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype
    pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock
    getppid getrlimit getrlimit64 setrlimit getrusage uname sysconf getpagesize
    sigemptyset sigfillset sigaddset sigdelset sigismember sigaction signal
    dlsym dlerror dlclose backtrace backtrace_symbols
    pselect ppoll epoll_pwait wait waitpid wait3 wait4 waitid system popen pclose pause
    pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_timedjoin_np pthread_tryjoin_np
    sem_timedwait sem_clockwait sem_open sem_close mq_open mq_close mq_send mq_receive mq_timedsend mq_timedreceive
    msgget msgsnd msgrcv msgctl semget semop semtimedop semctl flock lockf lockf64 clock_nanosleep pthread_yield
    getaddrinfo freeaddrinfo gai_strerror getnameinfo gethostbyname sendfile sendfile64 splice tee vmsplice
    copy_file_range preadv2 pwritev2
""")

OWN_THREAD = _names("""
    gettid syscall sched_setaffinity sched_getaffinity pthread_setaffinity_np sched_setscheduler sched_setparam
    setpriority sigprocmask pthread_sigmask sigaltstack sigsuspend sigwait sigwaitinfo sigtimedwait raise
    setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp fork vfork
    pthread_setcancelstate pthread_setcanceltype pthread_testcancel prctl setns unshare
    flockfile funlockfile ftrylockfile
    pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_rwlock_unlock
""")

WAITS = _names("""
    read readv preadv2 recv recvfrom recvmsg recvmmsg accept accept4 connect poll ppoll select pselect
    epoll_wait epoll_pwait write writev pwritev2 send sendto sendmsg sendmmsg dprintf vdprintf
    sendfile sendfile64 splice tee vmsplice open open64 openat openat64 creat fopen fopen64
    fgets gets getc getchar fgetc fread getline getdelim scanf fscanf vfscanf
    __isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf
    wait waitpid wait3 wait4 waitid system popen pclose pause pthread_join pthread_timedjoin_np pthread_barrier_wait
    sem_wait sem_timedwait sem_clockwait mq_send mq_receive mq_timedsend mq_timedreceive
    msgsnd msgrcv semop semtimedop flock lockf lockf64
    sleep usleep nanosleep clock_nanosleep sched_yield pthread_yield getaddrinfo getnameinfo gethostbyname
    syslog vsyslog
    sigwait sigwaitinfo sigtimedwait sigsuspend syscall
""")
#: these call what was registered for the end of the program, or of the thread, on the thread that asks for it
ENDS = _names("exit quick_exit err errx verr verrx pthread_exit thrd_exit")

#: fcntl waits only with these commands, F_SETLKW and F_OFD_SETLKW
FCNTL = frozenset({"fcntl", "fcntl64"})
FCNTL_WAITS = frozenset({"7", "38"})

#: these keep a pointer that they are given, or hand it to somebody else
KEEPS = _names("""
    pthread_create thrd_create pthread_setspecific tss_set pthread_attr_setstack sigaltstack putenv setvbuf setbuf
    setbuffer strtok strtok_r strsep open_memstream fmemopen tsearch hsearch aio_read aio_write lio_listio makecontext
""")

KNOWN = NONE | ERRNO | LOCALE | THREAD | OWN_THREAD | ENDS
