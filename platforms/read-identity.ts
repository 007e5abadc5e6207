import type { CanonicalProduct, Flaw, NormalizedProduct } from '../domain/product.ts';
import { storable } from '../domain/storable-text.ts';
import { describeValue, isRecord, type Source } from './read-fields.ts';

/** The most characters of an id. Ids have 24 to 36; a much longer one would not fit an index, and saving the whole menu would fail. */
export const ID_LENGTH_MAX = 200;

/** The required fields of a product. */
export interface Identity {
  id: string;
  nameRaw: string;
}

interface Reader {
  idOf: (source: Source) => string | null;
  /** Returns where the product's name is. */
  nameAt: (source: Source) => { source: Source; key: string };
  read: (source: Source, identity: Identity) => CanonicalProduct;
}

/**
 * Reads a product. Only its id and name are required: a wrong value or option is dropped, and noted as a flaw. Never throws; a skipped
 * product comes with a reason in words.
 */
export function readIdentified(raw: unknown, { idOf, nameAt, read }: Reader): NormalizedProduct {
  if (!isRecord(raw)) return { ok: false, id: null, reason: `expected an object, got ${describeValue(raw)}` };
  const flaws: Flaw[] = [];
  const source: Source = { record: raw, place: '', flaws };
  const id = idOf(source);
  const skip = (reason: string): NormalizedProduct => ({
    ok: false,
    id: id?.slice(0, 100).toWellFormed() ?? null,
    reason,
  });
  if (id === null) return skip('there is no id');
  if (id.length > ID_LENGTH_MAX) return skip(`the id is longer than ${ID_LENGTH_MAX} characters`);
  const named = nameAt(source);
  const name = named.source.record[named.key];
  if (typeof name !== 'string')
    return skip(`${named.source.place}${named.key}: expected text, got ${describeValue(name)}`);
  const nameRaw = storable(name);
  if (nameRaw.trim() === '') return skip('the name is empty');
  return { ok: true, product: read(source, { id, nameRaw }), flaws };
}
