/** A value of a raw product that was read. */
export interface Read {
  /** The path of the value, in the notation of flaws: `POSMetaData.children[0].option`. */
  path: string;
  keys: readonly string[];
  value: unknown;
}

/**
 * Copies a raw product such that all reads from the copy are recorded.
 * @returns the copy, and the reads by path, in the order of their first occurrence
 */
export function traceReads(raw: unknown): { traced: unknown; reads: ReadonlyMap<string, Read> } {
  const reads = new Map<string, Read>();
  const trace = (value: unknown, at: { path: string; keys: string[] }): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get(target, key, receiver) {
        const found: unknown = Reflect.get(target, key, receiver);
        const isItem = typeof key === 'string' && Object.hasOwn(target, key) && key !== 'length';
        if (!isItem) return found;
        const path = pathBelow(at.path, key, Array.isArray(target));
        const keys = [...at.keys, key];
        if (!reads.has(path)) reads.set(path, { path, keys, value: found });
        return trace(found, { path, keys });
      },
    });
  };
  // The original may be frozen, and a proxy of a frozen object must return its exact values, not proxies. A copy is never frozen.
  return { traced: trace(structuredClone(raw), { path: '', keys: [] }), reads };
}

function pathBelow(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
