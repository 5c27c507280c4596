# SPDX-License-Identifier: MIT
"""Some work for the Python interpreter, a real program whose threads pass one mutex to and fro: its global lock."""

import queue
import threading

ITEMS = 200000


def produce(items: "queue.SimpleQueue[int]") -> None:
    for item in range(ITEMS):
        items.put(item * item % 7)
    items.put(-1)


def consume(items: "queue.SimpleQueue[int]", sums: list[int]) -> None:
    total = 0
    while (item := items.get()) >= 0:
        total += item
    sums.append(total)


def main() -> None:
    sums: list[int] = []
    threads = []
    for _ in range(2):
        items: queue.SimpleQueue[int] = queue.SimpleQueue()
        threads.append(threading.Thread(target=produce, args=(items,)))
        threads.append(threading.Thread(target=consume, args=(items, sums)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(sums)) == 1


main()
