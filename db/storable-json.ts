import { storable } from '../domain/storable-text.ts';

/** Serializes a value as JSON that PostgreSQL accepts: removes from texts and keys what `jsonb` refuses. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return storable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, held]) => [storable(name), held]));
  });
}
