/** The search parameters of the page's address. */
export interface QuarantineSearch {
  /** The payload whose details are open. */
  payload?: number;
  /** Lists only the menus of this store. */
  store?: number;
}

/** Parses an address; treats invalid values as absent. */
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
