import { Link } from '@tanstack/react-router';
import { inOneList, listFormat } from '../parts/locale.ts';

const NAMED_MAX = 8;

/** Lists payloads by id, such as `payloads 57, 55 and 52`. */
export function namePayloads(ids: readonly number[]): string {
  return `${ids.length === 1 ? 'payload' : 'payloads'} ${inOneList(namesOf(ids))}`;
}

/** Lists payload ids, each as a link to its payload. */
export function PayloadLinks({ ids, open }: { ids: readonly number[]; open?: number | undefined }) {
  const known = new Set(ids.map(String));
  return listFormat()
    .formatToParts(namesOf(ids))
    .map(({ value }) =>
      known.has(value) ? (
        <Link
          key={value}
          to="/quarantine"
          search={{ payload: Number(value) }}
          aria-label={`payload ${value}`}
          data-opens={value}
          {...(value === String(open) ? { 'aria-current': true } : {})}
        >
          {value}
        </Link>
      ) : (
        value
      ),
    );
}

function namesOf(ids: readonly number[]): string[] {
  const hidden = ids.length - NAMED_MAX;
  const names = ids.map(String);
  return hidden > 0 ? [...names.slice(0, NAMED_MAX), `${hidden} more`] : names;
}
