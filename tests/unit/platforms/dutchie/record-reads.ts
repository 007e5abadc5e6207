/**
 * Wraps a value so that reads of its fields are recorded, as paths such as `POSMetaData.children.option`. Lists do not show in the paths.
 */
export function recordReads<Value>(value: Value, reads: Set<string>, path = ''): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => recordReads(item, reads, path)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return inner;
      const field = path === '' ? key : `${path}.${key}`;
      reads.add(field);
      return recordReads(inner, reads, field);
    },
  });
}
