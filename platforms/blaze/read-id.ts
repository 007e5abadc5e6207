import { storable } from '../../domain/storable-text.ts';

/** The id of a resource: JSON:API says text; a whole number is what such APIs really send now and then. Null for others. */
export function readId({ id }: Readonly<Record<string, unknown>>): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : null;
  return typeof id === 'string' ? storable(id) || null : null;
}
