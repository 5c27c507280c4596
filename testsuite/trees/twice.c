static void twice(int how)
{
    if (how)
        NOTE_LOCK(&lock);
    else
        note_lock(&lock, 2);
    total++;
    LAST_UNLOCK(&lock);
}
