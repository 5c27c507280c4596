# SPDX-License-Identifier: MIT
"""The macros of a random program, in its header if it has one: what of its sections, variables and jumps they write."""

#: around lock calls, and some that its functions use besides
LOCKS = """\
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#define CHECK(call) do { if ((call) != 0) abort(); } while (0)
#define COUNT(call) do { if ((call) == 0) acc[me]++; } while (0)
#define LOCKED(m) (pthread_mutex_lock(m) == 0)
#define UNLOCKED(m) (pthread_mutex_unlock(m) == 0)
#define IS_HAD(tried) (!(tried))
#define REQUIRE(condition) ((condition) ? (void)0 : abort())
#define MUST_LOCK(m) do { if (pthread_mutex_lock(m)) abort(); } while (0)
#define MUST_UNLOCK(m) do { if (pthread_mutex_unlock(m)) abort(); } while (0)
#define HEAP_LOCK(h) pthread_mutex_lock(&(h)->mutex)
#define HEAP_UNLOCK(h) pthread_mutex_unlock(&(h)->mutex)
#define LOCKED_FOREACH(m) \\
	for (int once_ = (pthread_mutex_lock(m), 1); once_; once_ = (pthread_mutex_unlock(m), 0))
#define SYNCHRONIZED(m) \\
	for (pthread_mutex_t *once_ = (pthread_mutex_lock(m), (m)); once_; pthread_mutex_unlock(once_), once_ = NULL)
#ifdef NEVER
#define NOTE(me, value) (acc[me] += (value))
#else
#define NOTE(me, value)
#endif
#define JOT_NAME __func__
#define JOT_BY (acc[me] & 7)
#define JOT_LOCK(m) jot_lock(m, me, JOT_BY, JOT_NAME)
#define JOT_UNLOCK(m) jot_unlock(FEATURE, m, me)
#define take_it pthread_mutex_lock
#define give_it pthread_mutex_unlock
#if FEATURE
#define BUILT_LOCK(m) pthread_mutex_lock(m)
#define BUILT_UNLOCK(m) pthread_mutex_unlock(m)
#define BUILT_TRY(m) pthread_mutex_trylock(m)
#define SURE_LOCK(m) while (pthread_mutex_trylock(m) != 0) sched_yield()
#define EITHER_LOCK(m) do { while (pthread_mutex_trylock(m)) sched_yield(); } while (0)
#define EITHER_UNLOCK(m) do { if (pthread_mutex_unlock(m) != 0) abort(); } while (0)
#else
#define BUILT_LOCK(m) REQUIRE(pthread_mutex_lock(m) == 0)
#define BUILT_UNLOCK(m) (void)pthread_mutex_unlock(m)
#define BUILT_TRY(m) pthread_mutex_lock(m)
#define SURE_LOCK(m) pthread_mutex_lock(m)
#define EITHER_LOCK(m) pthread_mutex_lock(m), (void)0
#define EITHER_UNLOCK(m) pthread_mutex_unlock(m)
#endif
#define COUNTED(m, to, by) do { pthread_mutex_lock(m); (to).sum += (by); pthread_mutex_unlock(m); } while (0)
#define GIVE_AND_RETURN(m, value) do { pthread_mutex_unlock(m); return value; } while (0)
#define GIVE_AND_LEAVE(m, label) do { pthread_mutex_unlock(m); goto label; } while (0)
#define ADD(to, what) ((to) += (what))
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define bump(x, by) do { (x) += (by); } while (0)
#define unlikely(x) __builtin_expect(!!(x), 0)
"""

#: what one build makes of a lock, a variable or a type, and what another one does; and what one file does
BUILDS = """\
#if FEATURE
#define QUIET_INIT(m) pthread_mutex_init(m, NULL)
#define QUIET_LOCK(m) pthread_mutex_lock(m)
#define QUIET_UNLOCK(m) pthread_mutex_unlock(m)
#define QUIET_TRYLOCK(m) pthread_mutex_trylock(m)
#define BUILT_STEP(x) ((x)++)
#define BUILT_TRACE(x) ((void)0)
#define BUILT_SET(x, to) ((x) = (to))
#define BUILT_SIZE 4
typedef long built_t;
#else
#define QUIET_INIT(m) memset(m, 0x5a, sizeof(*(m)))
#define QUIET_LOCK(m) ((void)0)
#define QUIET_UNLOCK(m) do { } while (0)
#define QUIET_TRYLOCK(m) 0
#define BUILT_STEP(x) step(&(x))
#define BUILT_TRACE(x) (tls += (long)(x))
#define BUILT_SET(x, to) ((void)(to))
#define BUILT_SIZE 7
typedef int built_t;
#endif
#ifdef OF_MORE
#define FILE_LOCK(m) MUST_LOCK(m)
#define FILE_UNLOCK(m) do { acc[me]++; pthread_mutex_unlock(m); } while (0)
#else
#define FILE_LOCK(m) pthread_mutex_lock(m)
#define FILE_UNLOCK(m) (void)pthread_mutex_unlock(m)
#endif
"""

#: statements, declarations, jumps, attributes and names of a function's own
TEXTS = """\
#define COUNTING_LOCK(m) (acc[me]++, pthread_mutex_lock(m))
#define COUNTING_UNLOCK(m) (pthread_mutex_unlock(m), acc[me]--)
#define TRACED_LOCK(m) \\
	do { \\
		int rc_; \\
		acc[me] += 2; \\
		rc_ = pthread_mutex_lock(m); \\
		if (rc_ != 0) \\
			abort(); \\
		tls++; \\
	} while (0)
#define TRACED_UNLOCK(m) do { int rc_; tls += 3; rc_ = pthread_mutex_unlock(m); CHECK(rc_); acc[me]++; } while (0)
#define MARKING_UNLOCK(m) (acc[me]++, pthread_mutex_unlock(m), tls++)
#define LOCK_SAVED(m, saved) do { pthread_mutex_lock(m); (saved) = tls; } while (0)
#define UNLOCK_SAVED(m, saved) do { tls += (saved) & 1; pthread_mutex_unlock(m); } while (0)
#define LOCK_AS(name, m) pthread_mutex_t *name = (m); pthread_mutex_lock(name)
#define UNLOCK_AS(name) pthread_mutex_unlock(name)
#define LOCK_OPEN(m) { pthread_mutex_lock(m);
#define UNLOCK_CLOSE(m) pthread_mutex_unlock(m); }
#define LOCK_DO(m) do { pthread_mutex_lock(m)
#define UNLOCK_WHILE(m) pthread_mutex_unlock(m); } while (0)
#define WITH_LOCK(m, ...) do { pthread_mutex_lock(m); __VA_ARGS__ pthread_mutex_unlock(m); } while (0)
#define LOCKED_VALUE(m, what) ({ long got_; pthread_mutex_lock(m); got_ = (what); pthread_mutex_unlock(m); got_; })
#define THREADED_LOCK(m) if (threaded) pthread_mutex_lock(m)
#define THREADED_UNLOCK(m) if (threaded) pthread_mutex_unlock(m)
#define take_threaded if (threaded) pthread_mutex_lock
#define give_threaded if (threaded) pthread_mutex_unlock
#define LOCK_IF_THREADED(m) (void)(threaded && pthread_mutex_lock(m))
#define UNLOCK_IF_THREADED(m) (void)(threaded && pthread_mutex_unlock(m))
#define CHOSEN_LOCK(m) do { (void)(threaded ? pthread_mutex_lock(m) : 0); } while (0)
#define CHOSEN_UNLOCK(m) do { (void)(threaded ? pthread_mutex_unlock(m) : 0); } while (0)
#define BREAKING_LOCK(m) do { int e_ = pthread_mutex_lock(m); if (!e_) break; errno = e_; abort(); } while (0)
#define BREAKING_UNLOCK(m) do { if (pthread_mutex_unlock(m) == 0) break; perror("unlock"); abort(); } while (1)
#define LOCKING_GUARD(name, m) \\
	__attribute__((cleanup(give_it_back), unused)) pthread_mutex_t *name = (m); pthread_mutex_lock(name)
#define GUARD(name, m) __attribute__((cleanup(give_it_back), unused)) pthread_mutex_t *name = taken(m)
#define WITH_GUARD(m) \\
	for (pthread_mutex_t *held_ __attribute__((cleanup(give_it_back), unused)) = taken(m), *once_ = NULL; \\
		once_ == NULL; once_ = (void *)1)
#define WITH_TAKING(m) \\
	for (struct taking t_ __attribute__((cleanup(end_taking), unused)) = taking(m); \\
		t_.of; t_.of = (give_taking(&t_), NULL))
#define AUTO_LOCK(name, m) __attribute__((cleanup(given_back))) pthread_mutex_t *name = (m); pthread_mutex_lock(name)
#define GIVE_IF(what, m, value) if (what) { pthread_mutex_unlock(m); return value; }
#define GIVE_NOTED(what, m, to, out, value) \\
	do { \\
		if (what) { \\
			(to) += 3; \\
			pthread_mutex_unlock(m); \\
			(out) ^= 5; \\
			return value; \\
		} \\
	} while (0)
#define GIVE_ODD(what, m, to, value) do { (to) ^= 1; GIVE_NOTED((what) & 1, m, to, (to), value); } while (0)
#define GIVE_SET(what, m, to, value, label) \\
	do { if (what) { (to) += 2; pthread_mutex_unlock(m); (to) ^= (value); goto label; } } while (0)
#define GIVE_TRIED(m, what) \\
	do { \\
		long tried_ = (what); \\
		if (tried_ & 1) { \\
			pthread_mutex_unlock(m); \\
			return tried_; \\
		} \\
	} while (0)
#define GIVE_UP(why) do { fprintf(stderr, "%ld\\n", (long)(why)); abort(); } while (0)
#define LEAVE_IF(what, label) do { if (what) goto label; } while (0)
#define BREAK_IF(what) if (what) break
#define UNLESS(what) if (!(what))
#define ROWS(i, count) for (int i = 0; i < (count); i++)
#define MY_FIXED b->fixed
#define MY_LOCK (&b->lock)
#define SLOT(d) ((d).slot[me])
#define ADD_SUM(d, by) do { long by_ = (by); (d).sum += by_; } while (0)
#define SCALED(x) ((x) * 3 + n + me)
#define LATER(x, y) ({ long x_ = (x), y_ = (y); x_ > y_ ? x_ : y_; })
#define CLAMP(x, most) do { if ((x) > (most)) (x) = (most); } while (0)
#define SWAP(x, y) do { __typeof__(x) swapped_ = (x); (x) = (y); (y) = swapped_; } while (0)
#define ZERO(x) memset(&(x), 0, sizeof(x))
#define AT(x) (&(x))
#define AFTER(x) x++
#define LESS(x, by) x -= by
#define GROW(x) do { __typeof__(x) grown_ = x; x = grown_ + 1; } while (0)
#define SAID(x) (text(#x) & 15)
#define NAMED(x) ((x) + (text(JOT_NAME) & 7))
#define SIZE(x) (long)sizeof x
#define FIRST(x) x.a
#define KIND(x) _Generic((x), long: 3, int: 2, default: 1)
#define ELEMENT(x, i) x[i]
#define VAR(name) name##_var
#define LONG_VAR(name, value) long VAR(name) = (value)
#define COLUMNS(X, of) X(of, first, 2) X(of, second, 3)
#define COLUMN_VAR(of, name, by) long of##_##name = (by);
#define COLUMN_STEP(of, name, by) of##_##name += (by);
#define COLUMN_SUM(of, name, by) + of##_##name * (by)
#define NOTED __attribute__((cleanup(noted)))
#define MAYBE_UNUSED __attribute__((unused))
#define HOT __attribute__((hot))
#define NOT_INLINE __attribute__((noinline))
#define EXPORTED(type) __attribute__((visibility("default"))) type
#define DEFINE_COUNT(name, m, data) \\
	static inline long count_##name(int me, long by) \\
	{ \\
		long old; \\
		\\
		pthread_mutex_lock(m); \\
		old = (data).slot[me]; \\
		(data).slot[me] += by; \\
		(data).sum += by; \\
		pthread_mutex_unlock(m); \\
		return old; \\
	}
"""

#: all of them
MACROS = LOCKS + BUILDS + TEXTS
