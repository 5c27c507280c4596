/* The functions of an interface: a macro is handed what they return. */
#include <pthread.h>
#include <stdio.h>

#define API_DECLARE(type) type
#define LOCAL(type) static type

typedef struct account {
    pthread_mutex_t lock;
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

/**
 * Lets others change it again.
 */
API_DECLARE(void) account_unlock(account_t *account);

API_DECLARE(void) account_lock(account_t *account)
{
    pthread_mutex_lock(&account->lock);
}

API_DECLARE(void) account_unlock(account_t *account)
{
    pthread_mutex_unlock(&account->lock);
}

API_DECLARE(long) balance_of(account_t *account)
{
    long balance;

    account_lock(account);
    balance = account->balance;
    account_unlock(account);
    return balance;
}

API_DECLARE(const char *)
transfer_to_another_account(account_t *from, account_t *destination_of_the_transfer, long amount)
{
    account_lock(from);
    if (from->balance < amount) {
        account_unlock(from);
        return "too little";
    }
    from->balance -= amount;
    account_unlock(from);

    if (amount > 0) {
        account_lock(destination_of_the_transfer);
        destination_of_the_transfer->balance += amount;
        account_unlock(destination_of_the_transfer);
    }
    return "done";
}

LOCAL(account_t *) other(account_t *accounts, int n) {
    account_lock(&accounts[n]);
    accounts[n].balance++;
    account_unlock(&accounts[n]);
    return &accounts[n];
}

API_DECLARE(long) double_what_an_account_has(account_t *account_that_is_doubled, long most)
{
    long balance;

    ACCOUNT_LOCK(account_that_is_doubled);
    if (account_that_is_doubled->balance > most) {
        balance = account_that_is_doubled->balance;
        ACCOUNT_UNLOCK(account_that_is_doubled);
        printf("it has %ld\n", balance);
        return 0;
    }
    account_that_is_doubled->balance *= 2;
    ACCOUNT_UNLOCK(account_that_is_doubled);
    return most;
}

#define STACK_OF(name, of) struct name { of *first; }
#define PUSH(stack, of, item) do { (item)->next = (stack)->first; (stack)->first = (item); } while (0)

/* A list that only this function knows, of a type that has no name elsewhere. */
static long sum(account_t *accounts, int n)
{
    struct found { struct found *next; long balance; } found[2];
    STACK_OF(mine, struct found) mine;
    long sum = 0;

    mine.first = NULL;
    for (int i = 0; i < n; i++) {
        long balance;

        account_lock(&accounts[i]);
        balance = accounts[i].balance;
        account_unlock(&accounts[i]);
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
static long note_from(int line, account_t *account, long amount) {
    long balance;

    account_lock(account);
    balance = account->balance;
    if (balance < amount)
        balance = -1;
    account_unlock(account);
    return line > 0 ? balance : 0;
}

static void twice_as_much_for_every_account_of(account_t *the_first_of_the_accounts, account_t *last)
{
    for (; the_first_of_the_accounts <= last; the_first_of_the_accounts++) {
        ACCOUNT_LOCK(the_first_of_the_accounts);
        the_first_of_the_accounts->balance *= 2;
        ACCOUNT_UNLOCK(the_first_of_the_accounts);
    }
}

int main(void)
{
    account_t accounts[2] = {
        { PTHREAD_MUTEX_INITIALIZER, "one", 5 }, { PTHREAD_MUTEX_INITIALIZER, "two", 7 },
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
