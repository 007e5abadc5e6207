import { sql } from 'kysely';
import type { ProxyState } from '../../domain/proxy-state.ts';
import type { Pod } from '../../domain/pods.ts';
import type { WorkerStatus } from '../../domain/worker.ts';
import type { Db } from '../connect.ts';
import { listStoppedTargets } from './pace-control.ts';
import type { QualityRule } from './judged-dispensaries.ts';
import { countQuality, type PlatformQuality } from './quality.ts';
import { listPods, listWorkers } from './worker-registry.ts';

/** Current figures and figures of the last hour, for operators. */
export interface OperatingFigures {
  /** Chains that ended within the last hour. */
  endedChains: { role: string; status: string; count: number }[];
  /** Why chains failed within the last hour. */
  failures: { kind: string; count: number }[];
  proxies: { state: ProxyState; count: number }[];
  workers: { status: WorkerStatus; count: number }[];
  /** Pods with live workers. */
  pods: Pod[];
  /** Platforms that an operator has stopped, by name. */
  stoppedTargets: string[];
  /** Payloads that wait for a decision. */
  suspectPayloads: number;
  /** Data problems, by platform. */
  quality: PlatformQuality[];
  enabledDispensaries: number;
}

/** Reads the figures from the database. */
export async function readOperatingFigures(db: Db, rule: QualityRule): Promise<OperatingFigures> {
  const [endedChains, failures, proxies, workers, pods, stopped, quality, one] = await Promise.all([
    sql<{ role: string; status: string; count: number }>`
      select role, status, count(*) as count from crawl_runs
      where ended_at > now() - interval '1 hour' group by role, status
    `.execute(db),
    sql<{ kind: string; count: number }>`
      select coalesce(error_kind, 'unknown') as kind, count(*) as count from crawl_runs
      where ended_at > now() - interval '1 hour' and status = 'failed' group by 1
    `.execute(db),
    sql<{ state: ProxyState; count: number }>`
      select case when is_active then 'active' when cooldown_until is null then 'disabled' else 'cooling' end as state,
        count(*) as count
      from proxies group by 1
    `.execute(db),
    listWorkers(db),
    listPods(db),
    listStoppedTargets(db),
    countQuality(db, rule),
    sql<{ suspectPayloads: number; enabledDispensaries: number }>`
      select (select count(*) from raw_crawl_payloads where verdict = 'suspect') as "suspectPayloads",
        (select count(*) from dispensaries where crawl_enabled) as "enabledDispensaries"
    `.execute(db),
  ]);
  const statuses = Map.groupBy(workers, ({ status }) => status);
  return {
    endedChains: endedChains.rows,
    failures: failures.rows,
    proxies: proxies.rows,
    workers: [...statuses].map(([status, { length: count }]) => ({ status, count })),
    pods,
    quality,
    stoppedTargets: stopped.map(({ target }) => target),
    ...(one.rows[0] ?? { suspectPayloads: 0, enabledDispensaries: 0 }),
  };
}
