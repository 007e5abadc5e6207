import type { Suspicion } from '../../domain/belief/suspicion.ts';

/** A suspicion as people read it. */
export interface ShownSuspicion extends Suspicion {
  /** The direction of most doubted prices or quantities; null: the first rule that doubts them does not count directions. */
  direction: 'up' | 'down' | null;
}

/**
 * SQL: the direction of a suspicion. A rule for doubled prices does not count directions, so this uses the rule for all changed
 * prices of the same kind.
 */
export const DIRECTION = `
  case suspicion #>> '{measured,0,rule}'
    when 'quantities-up' then 'up'
    when 'quantities-down' then 'down'
    else (
      select case when (counted ->> 'up')::numeric * 2 > (counted ->> 'count')::numeric then 'up' else 'down' end
      from jsonb_path_query_first(
        suspicion, '$.measured[*] ? (@.rule == $rule && exists(@.up))',
        jsonb_build_object('rule', regexp_replace(suspicion #>> '{measured,0,rule}', '-doubled$', '-changed'))
      ) counted
      where counted is not null
    )
  end
`;

/** SQL: the suspicion of a payload. Suspicions of earlier versions have no samples and get an empty list. */
export const SHOWN_SUSPICION = `'{"samples": []}'::jsonb || suspicion || jsonb_build_object('direction', ${DIRECTION})`;
