#define NOTE_LOCK(m) note_lock(m, 1)
#define NOTE_UNLOCK(m) (void)note_unlock(m)
#define LAST_UNLOCK(m) NOTE_UNLOCK(m)
