import type { Schemas } from '../../../api-client/create-api-client.ts';
import { formatTable } from '../../format-table.ts';

type ApiKey = Schemas['ApiKey'];

/** An expiry that is nearer than this is shown. */
const SOON_MS = 7 * 86_400_000;

/** One row for each key; times are UTC. */
export function formatKeys(keys: readonly ApiKey[], now = Date.now()): string {
  return formatTable(
    ['id', 'name', 'scope', 'state', 'made', 'expires', 'last used'],
    keys.map((key) => [
      key.id,
      key.name,
      key.scope,
      stateOf(key, now),
      minuteOf(key.created_at),
      minuteOf(key.expires_at),
      minuteOf(key.last_used_at),
    ]),
  );
}

function minuteOf(time: string | null): string {
  return time?.slice(0, 16).replace('T', ' ') ?? '-';
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  const leftMs = key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at) - now;
  if (leftMs <= 0) return 'expired';
  if (key.replaced_by !== null) return `replaced by ${key.replaced_by}`;
  return leftMs < SOON_MS ? 'expires soon' : 'valid';
}
