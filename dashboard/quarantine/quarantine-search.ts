/** What the address of the page says. */
export interface QuarantineSearch {
  /** The payload whose details are open. */
  payload?: number;
}

/** Reads an address; what is not understood is as if it were absent. */
export function readQuarantineSearch({ payload }: Record<string, unknown>): QuarantineSearch {
  const id = typeof payload === 'string' ? Number(payload) : payload;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { payload: id } : {};
}
