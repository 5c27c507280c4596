/* The functions of an interface: a macro is handed what they return. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define API_DECLARE(type) type
#define LOCAL(type) static type

typedef struct account {
    rcl_mutex_t lock;
    const char *name;
    long balance;
} account_t;

#define ACCOUNT_LOCK(a) do { \
        if ((a)->name) \
            account_lock(a); \
    } while (0)

#define ACCOUNT_UNLOCK(a) do { \
        if ((a)->name) \
            account_unlock(a); \
    } while (0)

API_DECLARE(long) balance_of(account_t *account);

/**
 * Keeps others from changing an account.
 * @param account the account
 */
API_DECLARE(void) account_lock(account_t *account);
rcl_mutex_t *account_mutex(account_t *account);

/**
 * Lets others change it again.
 */
API_DECLARE(void) account_unlock(account_t *account);

rcl_mutex_t *account_mutex(account_t *account)
{
    return &account->lock;
}

API_DECLARE(void) account_lock(account_t *account)
{
    rcl_lock(&account->lock);
}

API_DECLARE(void) account_unlock(account_t *account)
{
    rcl_unlock(&account->lock);
}

struct balance_of_cs {   /* account->lock, in.c:51-53 */
    account_t *account;  /* in */
    long balance;        /* out */
};

static int balance_of_cs(void *ctx)
{
    struct balance_of_cs *cs = ctx;
    account_t *account = cs->account;
    long balance;

    balance = account->balance;
    cs->balance = balance;
    return 0;
}

API_DECLARE(long) balance_of(account_t *account)
{
    long balance;

    struct balance_of_cs cs = { .account = account };
    rcl_exec_anon(account_mutex(account), balance_of_cs, &cs, sizeof(cs));
    balance = cs.balance;
    return balance;
}

struct transfer_to_another_account_from_cs {  /* from->lock, in.c:60-66 */
    account_t *from;                          /* in */
    long amount;                              /* in */
};

static int transfer_to_another_account_from_cs(void *ctx)
{
    struct transfer_to_another_account_from_cs *cs = ctx;
    account_t *from = cs->from;
    long amount = cs->amount;

    if (from->balance < amount) {
        return 1;
    }
    from->balance -= amount;
    return 0;
}

struct transfer_to_another_account_destination_of_the_transfer_cs {  /* destination_of_the_transfer->lock, in.c:69-71 */
    account_t *destination_of_the_transfer;  /* in */
    long amount;                             /* in */
};

static int transfer_to_another_account_destination_of_the_transfer_cs(void *ctx)
{
    struct transfer_to_another_account_destination_of_the_transfer_cs *cs = ctx;
    account_t *destination_of_the_transfer = cs->destination_of_the_transfer;
    long amount = cs->amount;

    destination_of_the_transfer->balance += amount;
    return 0;
}

API_DECLARE(const char *)
transfer_to_another_account(account_t *from, account_t *destination_of_the_transfer, long amount)
{
    struct transfer_to_another_account_from_cs cs = { .from = from, .amount = amount };
    if (rcl_exec_anon(account_mutex(from), transfer_to_another_account_from_cs,
            &cs, sizeof(cs)) == 1) {
        return "too little";
    }

    if (amount > 0) {
        struct transfer_to_another_account_destination_of_the_transfer_cs destination_of_the_transfer_cs = {
            .destination_of_the_transfer = destination_of_the_transfer,
            .amount = amount,
        };
        rcl_exec_anon(account_mutex(destination_of_the_transfer),
                transfer_to_another_account_destination_of_the_transfer_cs,
                &destination_of_the_transfer_cs, sizeof(destination_of_the_transfer_cs));
    }
    return "done";
}

struct other_cs {         /* accounts[n].lock, in.c:77-79 */
    account_t *accounts;  /* in */
    int n;                /* in */
};

static int other_cs(void *ctx) {
    struct other_cs *cs = ctx;
    account_t *accounts = cs->accounts;
    int n = cs->n;

    accounts[n].balance++;
    return 0;
}

LOCAL(account_t *) other(account_t *accounts, int n) {
    struct other_cs cs = { .accounts = accounts, .n = n };
    rcl_exec_anon(account_mutex(&accounts[n]), other_cs, &cs, sizeof(cs));
    return &accounts[n];
}

struct double_what_an_account_has_cs {   /* account_that_is_doubled->lock, in.c:87-95 */
    account_t *account_that_is_doubled;  /* in */
    long most;                           /* in */
    long balance;                        /* out */
};

static int double_what_an_account_has_cs(void *ctx)
{
    struct double_what_an_account_has_cs *cs = ctx;
    account_t *account_that_is_doubled = cs->account_that_is_doubled;
    long most = cs->most;
    long balance;

    if (account_that_is_doubled->balance > most) {
        balance = account_that_is_doubled->balance;
        cs->balance = balance;
        return 1;
    }
    account_that_is_doubled->balance *= 2;
    return 0;
}

API_DECLARE(long) double_what_an_account_has(account_t *account_that_is_doubled, long most)
{
    long balance;

    struct double_what_an_account_has_cs cs = {
        .account_that_is_doubled = account_that_is_doubled,
        .most = most,
    };
    int way = account_that_is_doubled->name
            ? rcl_exec_anon(account_mutex(account_that_is_doubled), double_what_an_account_has_cs,
                    &cs, sizeof(cs))
            : double_what_an_account_has_cs(&cs);

    if (way == 1) {
        balance = cs.balance;
        printf("it has %ld\n", balance);
        return 0;
    }
    return most;
}

#define STACK_OF(name, of) struct name { of *first; }
#define PUSH(stack, of, item) do { (item)->next = (stack)->first; (stack)->first = (item); } while (0)

struct sum_cs {           /* accounts[i].lock, in.c:113-115 */
    account_t *accounts;  /* in */
    int i;                /* in */
    long balance;         /* out */
};

static int sum_cs(void *ctx)
{
    struct sum_cs *cs = ctx;
    account_t *accounts = cs->accounts;
    int i = cs->i;
    long balance;

    balance = accounts[i].balance;
    cs->balance = balance;
    return 0;
}

/* A list that only this function knows, of a type that has no name elsewhere. */
static long sum(account_t *accounts, int n)
{
    struct found { struct found *next; long balance; } found[2];
    STACK_OF(mine, struct found) mine;
    long sum = 0;

    mine.first = NULL;
    for (int i = 0; i < n; i++) {
        long balance;

        struct sum_cs cs = { .accounts = accounts, .i = i };
        rcl_exec_anon(account_mutex(&accounts[i]), sum_cs, &cs, sizeof(cs));
        balance = cs.balance;
        found[i].balance = balance;
        PUSH(&mine, struct found, &found[i]);
    }
    for (struct found *one = mine.first; one; one = one->next)
        sum += one->balance;
    return sum;
}

/* The prototype of what a macro calls, and the macro right before the function. */
#define note(account, amount)                                          \
        note_from(__LINE__, account, amount)
struct note_from_cs {    /* account->lock, in.c:130-134 */
    account_t *account;  /* in */
    long amount;         /* in */
    long balance;        /* out */
};

static int note_from_cs(void *ctx) {
    struct note_from_cs *cs = ctx;
    account_t *account = cs->account;
    long amount = cs->amount;
    long balance;

    balance = account->balance;
    if (balance < amount)
        balance = -1;
    cs->balance = balance;
    return 0;
}

static long note_from(int line, account_t *account, long amount) {
    long balance;

    struct note_from_cs cs = { .account = account, .amount = amount };
    rcl_exec_anon(account_mutex(account), note_from_cs, &cs, sizeof(cs));
    balance = cs.balance;
    return line > 0 ? balance : 0;
}

struct twice_as_much_for_every_account_of_cs {  /* the_first_of_the_accounts->lock, in.c:141-143 */
    account_t *the_first_of_the_accounts;       /* in */
};

static int twice_as_much_for_every_account_of_cs(void *ctx)
{
    struct twice_as_much_for_every_account_of_cs *cs = ctx;
    account_t *the_first_of_the_accounts = cs->the_first_of_the_accounts;

    the_first_of_the_accounts->balance *= 2;
    return 0;
}

static void twice_as_much_for_every_account_of(account_t *the_first_of_the_accounts, account_t *last)
{
    for (; the_first_of_the_accounts <= last; the_first_of_the_accounts++) {
        struct twice_as_much_for_every_account_of_cs cs = {
            .the_first_of_the_accounts = the_first_of_the_accounts,
        };
        if (the_first_of_the_accounts->name) {
            rcl_exec_anon(account_mutex(the_first_of_the_accounts),
                    twice_as_much_for_every_account_of_cs, &cs, sizeof(cs));
        } else {
            twice_as_much_for_every_account_of_cs(&cs);
        }
    }
}

int main(void)
{
    account_t accounts[2] = {
        { RCL_MUTEX_INITIALIZER(account_lock_main), "one", 5 }, { RCL_MUTEX_INITIALIZER(account_lock_main_150), "two", 7 },
    };

    printf("%s\n", transfer_to_another_account(&accounts[0], &accounts[1], 3));
    printf("%s\n", transfer_to_another_account(&accounts[0], &accounts[1], 3));
    printf("%ld\n", double_what_an_account_has(&accounts[0], 1));
    printf("%ld\n", double_what_an_account_has(&accounts[0], 2));
    twice_as_much_for_every_account_of(accounts, &accounts[1]);
    printf("%ld\n", other(accounts, 1)->balance);
    printf("%ld %ld\n", balance_of(&accounts[0]), balance_of(&accounts[1]));
    printf("%ld %ld\n", sum(accounts, 2), note(&accounts[0], 3));
    return 0;
}
