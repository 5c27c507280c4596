/* SPDX-License-Identifier: MIT */
/*
 * A load for Berkeley DB in the manner of TPC-C's new orders: threads take the next order number of a district, write
 * the order's lines, and take each line's item from stock, in transactions that are repeated after a deadlock. What is
 * stored in the end must add up. usage: load [THREADS [ORDERS]], ORDERS for each thread, in an empty folder
 */
#include <db.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISTRICTS = 10, ITEMS = 200, LINES = 5, STOCK = 1000000 };

struct line_key {
	uint32_t district, order, line;
};

static DB_ENV *env;
static DB *districts, *stock, *lines;
static int orders = 300;

static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "%s: %s\n", what, db_strerror(error));
		exit(1);
	}
}

static DB *table(const char *name)
{
	DB *db;

	check(db_create(&db, env, 0), "db_create");
	check(db->open(db, NULL, name, NULL, DB_BTREE, DB_CREATE | DB_THREAD | DB_AUTO_COMMIT, 0600), name);
	return db;
}

static DBT field(void *data, uint32_t size)
{
	DBT dbt;

	memset(&dbt, 0, sizeof(dbt));
	dbt.data = data;
	dbt.size = dbt.ulen = size;
	dbt.flags = DB_DBT_USERMEM;
	return dbt;
}

/* Adds to the number under a key, as part of a transaction; *value is the number before. Gives Berkeley DB's error. */
static int add(DB *db, DB_TXN *txn, uint32_t key, int by, uint32_t *value)
{
	uint32_t after;
	DBT k = field(&key, sizeof(key)), v = field(value, sizeof(*value));
	int error = db->get(db, txn, &k, &v, txn == NULL ? 0 : DB_RMW);

	if (error != 0)
		return error;
	after = *value + (uint32_t)by;
	v = field(&after, sizeof(after));
	return db->put(db, txn, &k, &v, 0);
}

static int order(DB_TXN *txn, unsigned int *random)
{
	uint32_t district = (uint32_t)rand_r(random) % DISTRICTS, number, left;
	int error = add(districts, txn, district, 1, &number);

	for (uint32_t line = 0; error == 0 && line < LINES; line++) {
		struct line_key key = {district, number, line};
		uint32_t item = (uint32_t)rand_r(random) % ITEMS;
		DBT k = field(&key, sizeof(key)), v = field(&item, sizeof(item));

		error = add(stock, txn, item, -1, &left);
		if (error == 0)
			error = lines->put(lines, txn, &k, &v, DB_NOOVERWRITE);
	}
	return error;
}

static void *client(void *arg)
{
	unsigned int random = (unsigned int)(uintptr_t)arg;
	DB_TXN *txn;

	for (int done = 0; done < orders;) {
		int error;

		check(env->txn_begin(env, NULL, &txn, DB_TXN_NOSYNC), "txn_begin");
		error = order(txn, &random);
		if (error == 0) {
			check(txn->commit(txn, 0), "commit");
			done++;
		} else {
			check(txn->abort(txn), "abort");
			if (error != DB_LOCK_DEADLOCK)
				check(error, "order");
		}
	}
	return NULL;
}

static void fill(DB *db, uint32_t keys, uint32_t value)
{
	for (uint32_t key = 0; key < keys; key++) {
		DBT k = field(&key, sizeof(key)), v = field(&value, sizeof(value));

		check(db->put(db, NULL, &k, &v, 0), "put");
	}
}

static uint32_t sum(DB *db, uint32_t keys)
{
	uint32_t total = 0, value;

	for (uint32_t key = 0; key < keys; key++) {
		check(add(db, NULL, key, 0, &value), "get");
		total += value;
	}
	return total;
}

static uint32_t count(DB *db)
{
	DB_BTREE_STAT *statistics;
	uint32_t keys;

	check(db->stat(db, NULL, &statistics, 0), "stat");
	keys = statistics->bt_nkeys;
	free(statistics);
	return keys;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 6;
	pthread_t *clients = calloc((size_t)threads, sizeof(*clients));
	uint32_t ordered, taken, written;

	orders = argc > 2 ? atoi(argv[2]) : orders;
	check(db_env_create(&env, 0), "db_env_create");
	check(env->set_lk_detect(env, DB_LOCK_DEFAULT), "set_lk_detect");
	check(env->open(env, ".", DB_CREATE | DB_INIT_LOCK | DB_INIT_LOG | DB_INIT_MPOOL | DB_INIT_TXN | DB_PRIVATE |
			DB_THREAD, 0600), "open");
	districts = table("districts");
	stock = table("stock");
	lines = table("lines");
	fill(districts, DISTRICTS, 0);
	fill(stock, ITEMS, STOCK);
	for (int i = 0; i < threads; i++)
		check(pthread_create(&clients[i], NULL, client, (void *)(uintptr_t)(i + 1)), "pthread_create");
	for (int i = 0; i < threads; i++)
		pthread_join(clients[i], NULL);
	ordered = sum(districts, DISTRICTS);
	taken = ITEMS * STOCK - sum(stock, ITEMS);
	written = count(lines);
	printf("%u orders, %u items taken, %u lines\n", ordered, taken, written);
	check(districts->close(districts, 0), "close");
	check(stock->close(stock, 0), "close");
	check(lines->close(lines, 0), "close");
	check(env->close(env, 0), "close");
	free(clients);
	return ordered == (uint32_t)(threads * orders) && taken == LINES * ordered && written == taken ? 0 : 1;
}
