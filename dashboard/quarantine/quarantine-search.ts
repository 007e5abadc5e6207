/** What the address of the page says. */
export interface QuarantineSearch {
  /** The payload whose details are open. */
  payload?: number;
  /** The store whose menus are listed alone. */
  store?: number;
}

/** Reads an address; what is not understood is as if it were absent. */
export function readQuarantineSearch({ payload, store }: Record<string, unknown>): QuarantineSearch {
  const [payloadId, storeId] = [readId(payload), readId(store)];
  return {
    ...(payloadId === null ? {} : { payload: payloadId }),
    ...(storeId === null ? {} : { store: storeId }),
  };
}

function readId(value: unknown): number | null {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
