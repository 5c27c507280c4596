/* Names in camel case, as LZMA's SDK has them, and a mutex whose name says nothing behind a member's that does not either. */
#include <pthread.h>

#define kBlockSize (1 << 4)
#define kMinBlock (1 << 1)
#define kMaxBlock (1 << 6)
#define kMask (kMaxBlock - kMinBlock)
#define kNumBlocks (kBlockSize >> 2)

typedef struct {
  pthread_mutex_t _mutex;
} CCriticalSection;

typedef struct {
  CCriticalSection cs;
  unsigned numBlocks;
} CSync;

typedef struct {
  CSync hashSync;
  CSync treeSync;
  unsigned (*hash)(unsigned value);
} CFinder;

#define CriticalSection_Enter(p) pthread_mutex_lock(&((p)->_mutex))
#define CriticalSection_Leave(p) pthread_mutex_unlock(&((p)->_mutex))

static unsigned GetHash(unsigned value)
{
  return value * 2654435761u;
}

static void SetHash(CFinder *p, unsigned (*hash)(unsigned value))
{
  p->hash = hash;
}

static void Init(CFinder *p)
{
  pthread_mutex_init(&p->hashSync.cs._mutex, NULL);
  pthread_mutex_init(&p->treeSync.cs._mutex, NULL);
  SetHash(p, GetHash);
}

static void MoveBlock(CFinder *p)
{
  CriticalSection_Enter(&p->hashSync.cs);
  p->hashSync.numBlocks = kNumBlocks;
  CriticalSection_Leave(&p->hashSync.cs);
  CriticalSection_Enter(&p->treeSync.cs);
  p->treeSync.numBlocks++;
  CriticalSection_Leave(&p->treeSync.cs);
}

int main(void)
{
  CFinder finder = { .hashSync = { .numBlocks = 0 } };
  Init(&finder);
  MoveBlock(&finder);
  return finder.hash(0) + finder.hashSync.numBlocks + finder.treeSync.numBlocks != kNumBlocks + 1;
}
