import { sql } from 'kysely';
import {
  BREAK_PENDING_MINUTES,
  BREAK_PERIOD_MINUTES,
  isFaultOfProxy,
  type OtherProxies,
} from '../../domain/proxy-break.ts';
import type { ProxyOutcome } from '../../domain/proxy-outcome.ts';
import type { Db } from '../connect.ts';

// Finds the proxies at fault for broken sessions. The rule is in domain/proxy-break.ts.

export interface BrokenSession {
  id: number;
  proxy_id: number;
  detail: string | null;
}

/** Finds broken sessions of other proxies at this store that are not judged yet: no proxy but their own has succeeded there since. */
export async function findUnjudgedBreaks(
  tx: Db,
  { proxyId, target, pageUrl }: ProxyOutcome,
): Promise<BrokenSession[]> {
  const { rows } = await sql<BrokenSession>`
    select id, proxy_id, detail from proxy_events as broken
    where outcome = 'broken' and target = ${target} and page_url = ${pageUrl} and proxy_id <> ${proxyId}
      and at > clock_timestamp() - ${BREAK_PENDING_MINUTES} * interval '1 minute'
      and not exists (
        select from proxy_events as whole
        where whole.target = broken.target and whole.page_url = broken.page_url and whole.outcome = 'success'
          and whole.proxy_id <> broken.proxy_id and whole.id > broken.id and whole.at >= broken.at
      )
    order by id
  `.execute(tx);
  return rows;
}

/**
 * Records as faults those breaks that are the fault of their proxies. The caller has locked these proxies and recounts them
 * afterwards.
 * @returns the proxies at fault
 */
export async function blameBreaks(
  tx: Db,
  target: string,
  breaks: readonly BrokenSession[],
): Promise<number[]> {
  const blamed: number[] = [];
  for (const broken of breaks) {
    const others = await findOthers(tx, target, broken);
    if (!isFaultOfProxy(others)) continue;
    const { rows } = await sql<{ proxy_id: number }>`
      update proxy_events set outcome = 'fault', is_counted = true where id = ${broken.id} and outcome = 'broken'
      returning proxy_id
    `.execute(tx);
    if (rows.length === 0) continue;
    blamed.push(broken.proxy_id);
    await noteFailure(tx, target, broken);
  }
  return [...new Set(blamed)];
}

async function findOthers(tx: Db, target: string, broken: BrokenSession): Promise<OtherProxies> {
  const { rows } = await sql<OtherProxies>`
    select count(distinct other.proxy_id)::int as used,
      (count(distinct other.proxy_id) filter (where other.outcome = 'broken'))::int as broken,
      (count(distinct other.proxy_id) filter (where other.outcome = 'broken' and other.page_url = judged.page_url))::int as "brokenAtStore"
    from proxy_events as judged left join proxy_events as other
      on other.target = ${target} and other.proxy_id <> judged.proxy_id and other.outcome <> 'fault'
      and other.at > judged.at - ${BREAK_PERIOD_MINUTES} * interval '1 minute'
    where judged.id = ${broken.id}
  `.execute(tx);
  return rows[0]!;
}

/** Records the failure before the recount: a proxy that has only had broken sessions has no row for the target yet. */
async function noteFailure(tx: Db, target: string, { proxy_id: id, detail }: BrokenSession): Promise<void> {
  const error = detail ?? 'broken';
  await sql`
    with health as (
      insert into proxy_targets (proxy_id, target, last_failure_at, last_error)
      values (${id}, ${target}, clock_timestamp(), ${error})
      on conflict (proxy_id, target) do update set last_failure_at = excluded.last_failure_at, last_error = excluded.last_error
    )
    update proxies set last_failure_at = clock_timestamp(), last_error = ${error} where id = ${id}
  `.execute(tx);
}
