import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import type { OpenSuspect } from '../../domain/belief/confirm-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { Db } from '../connect.ts';
import { holdRun, type HeldRun } from './crawl-runs.ts';
import { findEarlierSuspects } from './earlier-suspects.ts';
import { SHOWN_SUSPICION, type ShownSuspicion } from './suspicions.ts';
import { insertPayloadRow, loadPayload, type PayloadRecord } from './payloads.ts';

/**
 * The verdict on a payload, the column `verdict`.
 *
 *     accepted                   insertPayload: nothing was suspicious
 *     suspect ──► confirmed      insertPayload of a later fetch that agrees, if that settles the doubt; or
 *        │                       decideQuarantined by a person, who then has it ingested, or who confirms a later
 *        │                       payload that agrees
 *        └──────► rejected       insertPayload of any other later menu that is believed, or decideQuarantined
 *
 * Only accepted and confirmed payloads are ever ingested.
 */
/** Stores a doubted payload with its suspicion. @throws CrawlError StaleAttempt */
export async function quarantinePayload(
  db: Db,
  run: HeldRun,
  { payload, suspicion }: { payload: PayloadRecord; suspicion: Suspicion },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    return insertPayloadRow(tx, run, { payload, verdict: 'suspect', suspicion });
  });
}

/** The maximum number of suspects to compare with a new payload: a doubted store is fetched a few times a day. */
const OPEN_SUSPECTS_MAX = 50;

/**
 * Finds the undecided suspects of a store, newest first. Includes confirmed payloads that are newer than the current menu and were
 * not ingested, for example because their file was lost.
 */
export async function findOpenSuspects(db: Db, dispensaryId: number): Promise<OpenSuspect[]> {
  const { rows } = await sql<OpenSuspect>`
    select payload.id, payload.suspicion, payload.exit_address as "exitAddress", proxy.owner as "proxyOwner",
      payload.fetched_at as "fetchedAt",
      case when payload.verdict = 'confirmed' and payload.decided_by not in ('refetch', 'time') then payload.decided_by end as "believedBy"
    from raw_crawl_payloads payload left join proxies proxy on proxy.id = payload.proxy_id
    where payload.dispensary_id = ${dispensaryId} and (
      payload.verdict = 'suspect'
      or (
        payload.verdict = 'confirmed' and payload.ingested_at is null
        and payload.fetched_at > coalesce(
          (select dispensary.current_payload_fetched_at from dispensaries dispensary where dispensary.id = ${dispensaryId}),
          '-infinity'
        )
      )
    )
    order by payload.id desc limit ${OPEN_SUSPECTS_MAX}
  `.execute(db);
  return rows;
}

/** Whether a payload of a store waits for a decision. */
export async function hasSuspect(db: Db, dispensaryId: number): Promise<boolean> {
  const row = await db
    .selectFrom('raw_crawl_payloads')
    .where('dispensary_id', '=', dispensaryId)
    .where('verdict', '=', 'suspect')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface QuarantinedPayload {
  id: number;
  suspicion: ShownSuspicion;
  exitAddress: string | null;
  dispensaryId: number;
  dispensaryName: string;
  productCount: number;
  fetchedAt: Date;
  storagePath: string;
  /** How many payloads of its store wait, including this one. */
  ofStore: number;
}

/** Lists the newest waiting payload of each store, newest first. */
export async function listQuarantined(db: Db, limit: number): Promise<QuarantinedPayload[]> {
  const { rows } = await sql<QuarantinedPayload>`
    select payload.id, ${sql.raw(SHOWN_SUSPICION)} as suspicion, payload.exit_address as "exitAddress", dispensary.id as "dispensaryId",
      dispensary.name as "dispensaryName", payload.product_count as "productCount", payload.fetched_at as "fetchedAt",
      payload.storage_path as "storagePath", newest.of_store as "ofStore"
    from (
      select distinct on (dispensary_id) id, count(*) over (partition by dispensary_id)::int as of_store
      from raw_crawl_payloads where verdict = 'suspect' order by dispensary_id, fetched_at desc, id desc
    ) newest
    join raw_crawl_payloads payload on payload.id = newest.id
    join dispensaries dispensary on dispensary.id = payload.dispensary_id
    order by payload.fetched_at desc, payload.id desc limit ${limit}
  `.execute(db);
  return rows;
}

type DecidedVerdict = 'confirmed' | 'rejected';

interface Decision {
  verdict: DecidedVerdict;
  decidedBy: string;
  because?: string | null;
}

/** A payload that was decided together with a later one. */
export interface SettledPayload {
  id: number;
  verdict: DecidedVerdict;
}

/**
 * Decides a payload by hand. The caller must then have a confirmed payload ingested. When a payload is confirmed, the store's earlier
 * suspects are decided too: confirmed if they agree with it, otherwise rejected. Repeating a decision as the same person changes
 * nothing: the first answer may have been lost.
 * @param decision.decidedBy who decides, for the record; `because` is the reason
 * @returns the other payloads that this call decided, newest first
 * @throws CrawlError NotFound; InvalidInput when the payload is not waiting for a decision
 */
export async function decideQuarantined(
  db: Db,
  payloadId: number,
  { verdict, decidedBy, because = null }: Decision,
): Promise<SettledPayload[]> {
  const earlier = verdict === 'confirmed' ? (await findEarlierSuspects(db, [payloadId])).get(payloadId) : [];
  const agreeing = (earlier ?? []).filter((suspect) => suspect.agrees).map(({ id }) => id);
  const { rows } = await sql<SettledPayload>`
    with decided as (
      -- If several people confirm it, the first is recorded.
      update raw_crawl_payloads set verdict = ${verdict},
        decided_by = case verdict when 'suspect' then ${decidedBy}::text else decided_by end,
        decided_because = case verdict when 'suspect' then ${because}::text else decided_because end,
        decided_at = case verdict when 'suspect' then clock_timestamp() else decided_at end
      where id = ${payloadId} and (
        verdict = 'suspect'
        -- It may be confirmed again if it was confirmed, but its ingest never started or did not finish.
        or (verdict = ${verdict} and verdict = 'confirmed' and ingested_at is null)
      )
      returning id, dispensary_id, fetched_at
    ), superseded as (
      -- Confirming a menu also decides about the menus that were fetched before it.
      update raw_crawl_payloads earlier set decided_by = ${decidedBy}, decided_at = clock_timestamp(),
        verdict = case when earlier.id = any(${agreeing}::bigint[]) then 'confirmed' else 'rejected' end,
        decided_because = case when earlier.id = any(${agreeing}::bigint[])
          then ${`payload ${payloadId}, which saw the same later, was confirmed`}::text
          else ${`payload ${payloadId}, which was fetched later, was confirmed`}::text end
      from decided
      where ${verdict} = 'confirmed' and earlier.dispensary_id = decided.dispensary_id and earlier.verdict = 'suspect'
        and (earlier.fetched_at, earlier.id) < (decided.fetched_at, decided.id)
      returning earlier.id, earlier.verdict, earlier.fetched_at
    )
    select id, verdict from (
      select id, ${verdict} as verdict, fetched_at from decided union all select id, verdict, fetched_at from superseded
    ) as changed order by fetched_at desc, id desc
  `.execute(db);
  if (rows.length > 0) return rows.filter(({ id }) => id !== payloadId);
  const { verdict: known, decidedBy: knownBy, decidedAt } = await loadPayload(db, payloadId);
  if (known === verdict && knownBy === decidedBy) return [];
  const who =
    knownBy === null || decidedAt === null ? '' : ` ${knownBy} decided it at ${formatMoment(decidedAt)}.`;
  throw new CrawlError(
    'InvalidInput',
    `Expected a doubted payload, got ${payloadId}, which is ${known}.${who}`,
  );
}
