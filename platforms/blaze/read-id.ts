import { storable } from '../../domain/storable-text.ts';

/** Returns the id of a resource: a text according to JSON:API, although such APIs sometimes send an integer. Null for other values. */
export function readId({ id }: Readonly<Record<string, unknown>>): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : null;
  return typeof id === 'string' ? storable(id) || null : null;
}
