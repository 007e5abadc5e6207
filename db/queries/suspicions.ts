import type { Suspicion } from '../../domain/belief/suspicion.ts';

/** A suspicion as people read it. */
export interface ShownSuspicion extends Suspicion {
  /** Which way most of the doubted prices or quantities went; null: the first rule that doubts does not tell. */
  direction: 'up' | 'down' | null;
}

/**
 * SQL: the direction of a suspicion. A rule of doubled prices does not count which went up; the one of all changed prices
 * of the kind does.
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

/** SQL: the suspicion of a payload. Those that earlier versions wrote down have no samples. */
export const SHOWN_SUSPICION = `'{"samples": []}'::jsonb || suspicion || jsonb_build_object('direction', ${DIRECTION})`;
