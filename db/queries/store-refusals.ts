import { sql } from 'kysely';
import { STORE_REFUSAL_MINUTES, type FailuresAtStore } from '../../domain/store-refusal.ts';
import type { Db } from '../connect.ts';

/** Lists a proxy's consecutive failures at a target, by store. The rule that judges them is in domain/store-refusal.ts. */
export async function listFailuresInRow(
  tx: Db,
  { proxyId, target }: { proxyId: number; target: string },
): Promise<FailuresAtStore[]> {
  const { rows } = await sql<FailuresAtStore>`
    with recent as materialized (
      select id, proxy_id, page_url, outcome from proxy_events
      where target = ${target} and is_counted and at > clock_timestamp() - ${STORE_REFUSAL_MINUTES} * interval '1 minute'
    ), failed as (
      select page_url, count(*)::int as failures, (count(*) filter (where outcome = 'blocked'))::int as refusals
      from proxy_events
      where proxy_id = ${proxyId} and target = ${target} and is_counted and outcome <> 'success' and id > (
        select greatest(fresh_start_event_id, (
          select max(id) from proxy_events where proxy_id = proxies.id and target = ${target} and outcome = 'success'))
        from proxies where id = ${proxyId})
      group by page_url
    ), refused as (
      select blocked.page_url, blocked.proxy_id, exists (
        select from recent as served
        where served.proxy_id = blocked.proxy_id and served.page_url <> blocked.page_url and served.outcome = 'success'
      ) as is_served
      from failed join recent as blocked on blocked.page_url = failed.page_url and blocked.outcome = 'blocked'
      where not exists (
        select from recent as answered
        where answered.page_url = blocked.page_url and answered.outcome = 'success' and answered.id > blocked.id
      )
    )
    select failures, refusals, (count(distinct refused.proxy_id) filter (where is_served))::int as "refusedProxies",
      coalesce(bool_or(is_served and refused.proxy_id = ${proxyId}), false) as "isRefused",
      (count(distinct refused.proxy_id) filter (where refused.proxy_id <> ${proxyId}))::int as "othersRefused"
    from failed left join refused on refused.page_url = failed.page_url
    group by failed.page_url, failures, refusals
  `.execute(tx);
  return rows;
}
