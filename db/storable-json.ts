import { storable } from '../domain/storable-text.ts';

/** A value as JSON that PostgreSQL takes: texts and keys without what `jsonb` refuses. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return storable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, held]) => [storable(name), held]));
  });
}
