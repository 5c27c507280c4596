/* Names in camel case, as LZMA's SDK has them, and a mutex whose name says nothing behind a member's that does not either. */
#include <pthread.h>
#include "rcl_config.h"

#define kBlockSize (1 << 4)
#define kMinBlock (1 << 1)
#define kMaxBlock (1 << 6)
#define kMask (kMaxBlock - kMinBlock)
#define kNumBlocks (kBlockSize >> 2)

typedef struct {
  rcl_mutex_t _mutex;
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

#define CriticalSection_Enter(p) rcl_lock(&((p)->_mutex))
#define CriticalSection_Leave(p) rcl_unlock(&((p)->_mutex))

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
  rcl_mutex_init(&p->hashSync.cs._mutex, NULL, CCriticalSection__mutex_Init);
  rcl_mutex_init(&p->treeSync.cs._mutex, NULL, CCriticalSection__mutex_Init_41);
  SetHash(p, GetHash);
}

struct MoveBlock_hashSync_cs {  /* p->hashSync.cs._mutex, in.c:47-49 */
  CFinder *p;                   /* in */
};

static int MoveBlock_hashSync_cs(void *ctx)
{
  struct MoveBlock_hashSync_cs *cs = ctx;
  CFinder *p = cs->p;

  p->hashSync.numBlocks = kNumBlocks;
  return 0;
}

struct MoveBlock_treeSync_cs {  /* p->treeSync.cs._mutex, in.c:50-52 */
  CFinder *p;                   /* in */
};

static int MoveBlock_treeSync_cs(void *ctx)
{
  struct MoveBlock_treeSync_cs *cs = ctx;
  CFinder *p = cs->p;

  p->treeSync.numBlocks++;
  return 0;
}

static void MoveBlock(CFinder *p)
{
  struct MoveBlock_hashSync_cs hashSync_cs = { .p = p };
  rcl_exec_anon(&p->hashSync.cs._mutex, MoveBlock_hashSync_cs, &hashSync_cs, sizeof(hashSync_cs));
  struct MoveBlock_treeSync_cs treeSync_cs = { .p = p };
  rcl_exec_anon(&p->treeSync.cs._mutex, MoveBlock_treeSync_cs, &treeSync_cs, sizeof(treeSync_cs));
}

int main(void)
{
  CFinder finder = { .hashSync = { .numBlocks = 0 } };
  Init(&finder);
  MoveBlock(&finder);
  return finder.hash(0) + finder.hashSync.numBlocks + finder.treeSync.numBlocks != kNumBlocks + 1;
}
