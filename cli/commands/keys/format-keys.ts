import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';

type ApiKey = Schemas['ApiKey'];

/** A key that expires within this time is marked. */
const SOON_MS = 7 * 86_400_000;

/** The columns of a list of keys. */
export const KEY_COLUMNS: readonly Column<ApiKey>[] = [
  { header: 'id', value: 'id', kind: 'id' },
  { header: 'name', value: 'name' },
  { header: 'scope', value: 'scope' },
  { header: 'state', value: (key) => stateOf(key, Date.now()), kind: 'status' },
  { header: 'made', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'expires', value: 'expires_at', kind: 'time' },
  { header: 'last used', value: 'last_used_at', kind: 'time' },
];

/** Returns the state of a key, such as `valid` or `expires soon`. */
export function stateOf(key: ApiKey, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  const leftMs = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now;
  if (leftMs <= 0) return 'expired';
  if (key.replaced_by !== null) return `replaced by ${key.replaced_by}`;
  return leftMs < SOON_MS ? 'expires soon' : 'valid';
}
