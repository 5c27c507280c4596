/* SPDX-License-Identifier: MIT */
/*
 * A load for Berkeley DB in the manner of TPC-C: threads run its five transactions (new order, payment, order status,
 * delivery, stock level) in its mix over B-trees, and repeat them after a deadlock. Each table that one transaction
 * writes must agree in the end with what the others say. usage: load [THREADS [TRANSACTIONS]], TRANSACTIONS for each
 * thread, in an empty folder
 */
#include <arpa/inet.h>
#include <db.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISTRICTS = 10, CUSTOMERS = 30, ITEMS = 200, LINES = 5, STOCK = 1000000, LOW = STOCK - 20, RECENT = 20 };

/* The key of every table, in network order, so that B-trees sort by it; what a table does not need is 0. */
struct key {
	uint32_t district, number, line;
};

struct district {
	uint32_t next_order, paid;
};

struct customer {
	int64_t balance;
	uint32_t payments, delivered, last_order;
};

struct order {
	uint32_t customer, lines, delivered;
};

struct line {
	uint32_t item, quantity, amount;
};

struct stock {
	uint32_t left, sold;
};

enum table { WAREHOUSE, DISTRICT, CUSTOMER, STOCKS, ORDERS, NEW_ORDERS, ORDER_LINES, TABLES };

/* What a thread has done, and what that adds up to. */
struct client {
	unsigned int random;
	uint32_t orders, lines, quantity, payments, paid;
};

static const char *const names[TABLES] = { "warehouse", "district", "customer", "stock", "orders", "new_orders", "lines" };
static DB_ENV *env;
static DB *tables[TABLES];
static int transactions = 2000;

static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "%s: %s\n", what, db_strerror(error));
		exit(1);
	}
}

static DB *open_table(const char *name)
{
	DB *db;

	check(db_create(&db, env, 0), "db_create");
	check(db->open(db, NULL, name, NULL, DB_BTREE, DB_CREATE | DB_THREAD | DB_AUTO_COMMIT, 0600), name);
	return db;
}

static struct key key_of(uint32_t district, uint32_t number, uint32_t line)
{
	return (struct key){ htonl(district), htonl(number), htonl(line) };
}

static DBT field(void *data, size_t size)
{
	DBT dbt;

	memset(&dbt, 0, sizeof(dbt));
	dbt.data = data;
	dbt.size = dbt.ulen = (uint32_t)size;
	dbt.flags = DB_DBT_USERMEM;
	return dbt;
}

/* flags: DB_RMW for what is to be written afterwards. All of these give Berkeley DB's error. */
static int get(enum table table, DB_TXN *txn, struct key key, void *record, size_t size, uint32_t flags)
{
	DBT k = field(&key, sizeof(key)), v = field(record, size);

	return tables[table]->get(tables[table], txn, &k, &v, txn == NULL ? 0 : flags);
}

static int put(enum table table, DB_TXN *txn, struct key key, void *record, size_t size)
{
	DBT k = field(&key, sizeof(key)), v = field(record, size);

	return tables[table]->put(tables[table], txn, &k, &v, 0);
}

/* Calls visit for the records from a key on, until that gives something else than 0: DB_NOTFOUND ends it well. */
static int scan(enum table table, DB_TXN *txn, struct key from, void *record, size_t size,
		int (*visit)(DB_TXN *txn, struct key key, void *record, void *arg), void *arg)
{
	DBC *cursor;
	DBT k = field(&from, sizeof(from)), v = field(record, size);
	uint32_t flags = DB_SET_RANGE;
	int error = tables[table]->cursor(tables[table], txn, &cursor, 0), closed;

	if (error != 0)
		return error;
	while ((error = cursor->get(cursor, &k, &v, flags)) == 0 && (error = visit(txn, from, record, arg)) == 0)
		flags = DB_NEXT;
	closed = cursor->close(cursor);
	if (error == DB_NOTFOUND)
		error = 0;
	return error != 0 ? error : closed;
}

static uint32_t draw(struct client *client, uint32_t below)
{
	return (uint32_t)rand_r(&client->random) % below;
}

static int new_order(DB_TXN *txn, struct client *done)
{
	uint32_t where = draw(done, DISTRICTS), who = draw(done, CUSTOMERS);
	struct district district;
	struct customer customer;
	struct order order = { who, LINES, 0 };
	uint32_t number;
	int error = get(DISTRICT, txn, key_of(where, 0, 0), &district, sizeof(district), DB_RMW);

	if (error != 0)
		return error;
	number = district.next_order++;
	if ((error = put(DISTRICT, txn, key_of(where, 0, 0), &district, sizeof(district))) != 0 ||
	    (error = put(ORDERS, txn, key_of(where, number, 0), &order, sizeof(order))) != 0 ||
	    (error = put(NEW_ORDERS, txn, key_of(where, number, 0), &number, sizeof(number))) != 0 ||
	    (error = get(CUSTOMER, txn, key_of(where, who, 0), &customer, sizeof(customer), DB_RMW)) != 0)
		return error;
	customer.last_order = number;
	error = put(CUSTOMER, txn, key_of(where, who, 0), &customer, sizeof(customer));
	for (uint32_t i = 0; error == 0 && i < LINES; i++) {
		struct line line = { draw(done, ITEMS), 1 + draw(done, 9), 1 + draw(done, 99) };
		struct stock stock;

		error = get(STOCKS, txn, key_of(0, line.item, 0), &stock, sizeof(stock), DB_RMW);
		if (error != 0)
			return error;
		stock.left -= line.quantity;
		stock.sold += line.quantity;
		if ((error = put(STOCKS, txn, key_of(0, line.item, 0), &stock, sizeof(stock))) == 0)
			error = put(ORDER_LINES, txn, key_of(where, number, i), &line, sizeof(line));
		done->quantity += line.quantity;
	}
	done->orders++;
	done->lines += LINES;
	return error;
}

static int payment(DB_TXN *txn, struct client *done)
{
	uint32_t where = draw(done, DISTRICTS), who = draw(done, CUSTOMERS), amount = 1 + draw(done, 5000), paid;
	struct district district;
	struct customer customer;
	int error;

	if ((error = get(WAREHOUSE, txn, key_of(0, 0, 0), &paid, sizeof(paid), DB_RMW)) != 0)
		return error;
	paid += amount;
	if ((error = put(WAREHOUSE, txn, key_of(0, 0, 0), &paid, sizeof(paid))) != 0 ||
	    (error = get(DISTRICT, txn, key_of(where, 0, 0), &district, sizeof(district), DB_RMW)) != 0)
		return error;
	district.paid += amount;
	if ((error = put(DISTRICT, txn, key_of(where, 0, 0), &district, sizeof(district))) != 0 ||
	    (error = get(CUSTOMER, txn, key_of(where, who, 0), &customer, sizeof(customer), DB_RMW)) != 0)
		return error;
	customer.balance -= amount;
	customer.payments++;
	done->payments++;
	done->paid += amount;
	return put(CUSTOMER, txn, key_of(where, who, 0), &customer, sizeof(customer));
}

/* A walk through an order's lines, or through those of a district's last orders. */
struct walk {
	uint32_t district, last_order, lines, amount, low;
};

static int add_line(DB_TXN *txn, struct key key, void *record, void *arg)
{
	struct walk *walk = arg;
	const struct line *line = record;

	(void)txn;
	if (ntohl(key.district) != walk->district || ntohl(key.number) > walk->last_order)
		return DB_NOTFOUND;
	walk->lines++;
	walk->amount += line->amount;
	return 0;
}

static int order_status(DB_TXN *txn, struct client *done)
{
	uint32_t where = draw(done, DISTRICTS), who = draw(done, CUSTOMERS);
	struct customer customer;
	struct order order;
	struct line line;
	int error = get(CUSTOMER, txn, key_of(where, who, 0), &customer, sizeof(customer), 0);
	struct walk walk = { where, customer.last_order, 0, 0, 0 };

	if (error != 0 || customer.last_order == 0)
		return error;
	error = get(ORDERS, txn, key_of(where, walk.last_order, 0), &order, sizeof(order), 0);
	if (error == 0)
		error = scan(ORDER_LINES, txn, key_of(where, walk.last_order, 0), &line, sizeof(line), add_line, &walk);
	if (error == 0 && (walk.lines != order.lines || order.customer != who)) {
		fprintf(stderr, "order %u of district %u is torn\n", walk.last_order, where);
		exit(1);
	}
	return error;
}

static int oldest(DB_TXN *txn, struct key key, void *record, void *arg)
{
	struct key *found = arg;

	(void)txn;
	(void)record;
	if (key.district == found->district)
		*found = key;
	return DB_NOTFOUND;
}

/* Delivers the oldest order of each district. */
static int delivery(DB_TXN *txn, struct client *done)
{
	int error = 0;

	(void)done;
	for (uint32_t where = 0; error == 0 && where < DISTRICTS; where++) {
		struct key key = key_of(where, 0, 0);
		DBT k = field(&key, sizeof(key));
		uint32_t number;
		struct walk walk = { where, 0, 0, 0, 0 };
		struct order order;
		struct customer customer;
		struct line line;

		error = scan(NEW_ORDERS, txn, key, &number, sizeof(number), oldest, &key);
		if (error != 0 || key.number == 0)
			continue;
		error = tables[NEW_ORDERS]->del(tables[NEW_ORDERS], txn, &k, 0);
		if (error == DB_NOTFOUND) { /* another thread has been faster */
			error = 0;
			continue;
		}
		walk.last_order = ntohl(key.number);
		if (error != 0 || (error = get(ORDERS, txn, key, &order, sizeof(order), DB_RMW)) != 0)
			return error;
		order.delivered = 1;
		if ((error = put(ORDERS, txn, key, &order, sizeof(order))) != 0 ||
		    (error = scan(ORDER_LINES, txn, key, &line, sizeof(line), add_line, &walk)) != 0 ||
		    (error = get(CUSTOMER, txn, key_of(where, order.customer, 0), &customer, sizeof(customer),
				 DB_RMW)) != 0)
			return error;
		customer.balance += walk.amount;
		customer.delivered++;
		error = put(CUSTOMER, txn, key_of(where, order.customer, 0), &customer, sizeof(customer));
	}
	return error;
}

static int is_low(DB_TXN *txn, struct key key, void *record, void *arg)
{
	struct walk *walk = arg;
	const struct line *line = record;
	struct stock stock;
	int error;

	if (ntohl(key.district) != walk->district || ntohl(key.number) > walk->last_order)
		return DB_NOTFOUND;
	error = get(STOCKS, txn, key_of(0, line->item, 0), &stock, sizeof(stock), 0);
	walk->low += error == 0 && stock.left < LOW;
	return error;
}

/* How many items of a district's last orders are running out. */
static int stock_level(DB_TXN *txn, struct client *done)
{
	struct district district;
	struct walk walk = { draw(done, DISTRICTS), 0, 0, 0, 0 };
	struct line line;
	uint32_t first;
	int error = get(DISTRICT, txn, key_of(walk.district, 0, 0), &district, sizeof(district), 0);

	if (error != 0)
		return error;
	walk.last_order = district.next_order - 1;
	first = walk.last_order > RECENT ? walk.last_order - RECENT : 1;
	return scan(ORDER_LINES, txn, key_of(walk.district, first, 0), &line, sizeof(line), is_low, &walk);
}

/* A transaction by its share in TPC-C's mix. */
static int transact(DB_TXN *txn, struct client *done)
{
	uint32_t choice = draw(done, 100);

	if (choice < 45)
		return new_order(txn, done);
	if (choice < 88)
		return payment(txn, done);
	if (choice < 92)
		return order_status(txn, done);
	return choice < 96 ? delivery(txn, done) : stock_level(txn, done);
}

static void *run(void *arg)
{
	struct client *client = arg;
	DB_TXN *txn;

	for (int n = 0; n < transactions;) {
		struct client done = *client; /* a transaction that is repeated draws the same numbers again */
		int error;

		check(env->txn_begin(env, NULL, &txn, DB_TXN_NOSYNC), "txn_begin");
		error = transact(txn, &done);
		if (error == 0) {
			check(txn->commit(txn, 0), "commit");
			*client = done;
			n++;
		} else {
			check(txn->abort(txn), "abort");
			if (error != DB_LOCK_DEADLOCK)
				check(error, "transaction");
		}
	}
	return NULL;
}

static void fill(void)
{
	uint32_t paid = 0;
	struct stock stock = { STOCK, 0 };

	check(put(WAREHOUSE, NULL, key_of(0, 0, 0), &paid, sizeof(paid)), "put");
	for (uint32_t item = 0; item < ITEMS; item++)
		check(put(STOCKS, NULL, key_of(0, item, 0), &stock, sizeof(stock)), "put");
	for (uint32_t where = 0; where < DISTRICTS; where++) {
		struct district district = { 1, 0 };

		check(put(DISTRICT, NULL, key_of(where, 0, 0), &district, sizeof(district)), "put");
		for (uint32_t who = 0; who < CUSTOMERS; who++) {
			struct customer customer = { 0, 0, 0, 0 };

			check(put(CUSTOMER, NULL, key_of(where, who, 0), &customer, sizeof(customer)), "put");
		}
	}
}

static uint32_t count(enum table table)
{
	DB_BTREE_STAT *statistics;
	uint32_t keys;

	check(tables[table]->stat(tables[table], NULL, &statistics, 0), "stat");
	keys = statistics->bt_nkeys;
	free(statistics);
	return keys;
}

/* What the tables say. */
struct sums {
	uint32_t orders, payments, paid, delivered, sold, left, amount, open;
	int64_t balance;
};

static int sum_line(DB_TXN *txn, struct key key, void *record, void *arg)
{
	struct sums *sums = arg;
	const struct line *line = record;
	struct order order;

	check(get(ORDERS, txn, (struct key){ key.district, key.number, 0 }, &order, sizeof(order), 0), "get");
	sums->amount += order.delivered ? line->amount : 0;
	return 0;
}

static int sum_order(DB_TXN *txn, struct key key, void *record, void *arg)
{
	struct sums *sums = arg;
	const struct order *order = record;

	(void)txn;
	(void)key;
	sums->open += !order->delivered;
	return 0;
}

static struct sums sum(void)
{
	struct sums sums = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
	struct district district;
	struct customer customer;
	struct stock stock;
	struct line line;
	struct order order;

	for (uint32_t where = 0; where < DISTRICTS; where++) {
		check(get(DISTRICT, NULL, key_of(where, 0, 0), &district, sizeof(district), 0), "get");
		sums.orders += district.next_order - 1;
		sums.paid += district.paid;
		for (uint32_t who = 0; who < CUSTOMERS; who++) {
			check(get(CUSTOMER, NULL, key_of(where, who, 0), &customer, sizeof(customer), 0), "get");
			sums.payments += customer.payments;
			sums.delivered += customer.delivered;
			sums.balance += customer.balance;
		}
	}
	for (uint32_t item = 0; item < ITEMS; item++) {
		check(get(STOCKS, NULL, key_of(0, item, 0), &stock, sizeof(stock), 0), "get");
		sums.sold += stock.sold;
		sums.left += stock.left;
	}
	check(scan(ORDER_LINES, NULL, key_of(0, 0, 0), &line, sizeof(line), sum_line, &sums), "scan");
	check(scan(ORDERS, NULL, key_of(0, 0, 0), &order, sizeof(order), sum_order, &sums), "scan");
	return sums;
}

static int agree(uint32_t one, uint32_t other, const char *what)
{
	if (one != other)
		fprintf(stderr, "%s: %u and %u\n", what, one, other);
	return one == other;
}

/* Whether all tables tell of the same transactions. */
static int consistent(const struct client *all, const struct sums *sums)
{
	uint32_t paid;
	int fine = 1;

	check(get(WAREHOUSE, NULL, key_of(0, 0, 0), &paid, sizeof(paid), 0), "get");
	fine &= agree(sums->orders, all->orders, "orders taken");
	fine &= agree(count(ORDERS), all->orders, "orders written");
	fine &= agree(count(ORDER_LINES), all->lines, "lines written");
	fine &= agree(sums->sold, all->quantity, "items sold");
	fine &= agree((uint32_t)ITEMS * STOCK - sums->left, all->quantity, "items taken");
	fine &= agree(sums->paid, all->paid, "paid to districts");
	fine &= agree(paid, all->paid, "paid to the warehouse");
	fine &= agree(sums->payments, all->payments, "payments");
	fine &= agree(sums->delivered, all->orders - sums->open, "orders delivered");
	fine &= agree(count(NEW_ORDERS), sums->open, "orders to deliver");
	return fine & agree((uint32_t)(sums->balance + all->paid), sums->amount, "balances");
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 6, fine;
	pthread_t *running = calloc((size_t)threads, sizeof(*running));
	struct client *clients = calloc((size_t)threads, sizeof(*clients)), all = { 0, 0, 0, 0, 0, 0 };
	struct sums sums;

	transactions = argc > 2 ? atoi(argv[2]) : transactions;
	check(db_env_create(&env, 0), "db_env_create");
	check(env->set_lk_detect(env, DB_LOCK_DEFAULT), "set_lk_detect");
	check(env->set_lk_max_locks(env, 10000), "set_lk_max_locks");
	check(env->set_lk_max_objects(env, 10000), "set_lk_max_objects");
	check(env->open(env, ".", DB_CREATE | DB_INIT_LOCK | DB_INIT_LOG | DB_INIT_MPOOL | DB_INIT_TXN | DB_PRIVATE |
			DB_THREAD, 0600), "open");
	for (enum table table = 0; table < TABLES; table++)
		tables[table] = open_table(names[table]);
	fill();
	for (int i = 0; i < threads; i++) {
		clients[i].random = (unsigned int)(i + 1);
		check(pthread_create(&running[i], NULL, run, &clients[i]), "pthread_create");
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(running[i], NULL);
		all.orders += clients[i].orders;
		all.lines += clients[i].lines;
		all.quantity += clients[i].quantity;
		all.payments += clients[i].payments;
		all.paid += clients[i].paid;
	}
	sums = sum();
	fine = consistent(&all, &sums);
	printf("%u orders, %u items sold, %u payments of %u\n", all.orders, sums.sold, sums.payments, sums.paid);
	for (enum table table = 0; table < TABLES; table++)
		check(tables[table]->close(tables[table], 0), "close");
	check(env->close(env, 0), "close");
	free(clients);
	free(running);
	return fine ? 0 : 1;
}
