/** A queue in which clients take turns, so that a client with many items delays the others by one item at a time. */
export interface RoundRobin<Item> {
  readonly size: number;
  /** How many items wait for a client. */
  sizeOf(client: string): number;
  has(item: Item): boolean;
  /** Appends an item to a client's lane. An item that already waits for another client gets the turns of both. */
  put(item: Item, client: string): void;
  /** Removes and returns the first item of the client whose turn it is; undefined if the queue is empty. */
  take(): Item | undefined;
  /** Returns the last item of the client with the most items, preferably an item that no other client waits for. */
  newestOfGreediest(): Item | undefined;
  /** Removes an item for all its clients. @returns false if the item was not in the queue */
  remove(item: Item): boolean;
}

/** Creates an empty queue. */
export function createRoundRobin<Item>(): RoundRobin<Item> {
  /** The items of each client. The client whose turn is next comes first. */
  const lanes = new Map<string, Set<Item>>();
  const clientsOf = new Map<Item, Set<string>>();

  function remove(item: Item): boolean {
    for (const client of clientsOf.get(item) ?? []) {
      const lane = lanes.get(client);
      lane?.delete(item);
      if (lane?.size === 0) lanes.delete(client);
    }
    return clientsOf.delete(item);
  }

  return {
    get size() {
      return clientsOf.size;
    },
    sizeOf: (client) => lanes.get(client)?.size ?? 0,
    has: (item) => clientsOf.has(item),
    put(item, client) {
      lanes.set(client, (lanes.get(client) ?? new Set()).add(item));
      clientsOf.set(item, (clientsOf.get(item) ?? new Set()).add(client));
    },
    take() {
      const [first] = lanes;
      if (first === undefined) return undefined;
      const [client, lane] = first;
      const [item] = lane;
      if (item === undefined) return undefined;
      remove(item);
      // The client goes to the end of the line.
      if (lanes.delete(client)) lanes.set(client, lane);
      return item;
    },
    newestOfGreediest() {
      let longest = new Set<Item>();
      // Among clients with equally many items, take the one whose turn is last.
      for (const lane of lanes.values()) if (lane.size >= longest.size) longest = lane;
      const items = [...longest];
      return items.findLast((item) => clientsOf.get(item)?.size === 1) ?? items.at(-1);
    },
    remove,
  };
}
