import { sql, type RawBuilder } from 'kysely';
import { OWN_INTERVAL_DUE_AFTER } from '../../domain/crawl-interval.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import { DRIFT_DAYS, FLAWED_SHARE, OVERDUE_GRACE, type QualityProblem } from '../../domain/quality.ts';

/** The data problems of one dispensary, with the figures behind them. */
export interface QualityRow {
  dispensary_id: number;
  dispensary_name: string;
  platform: PlatformName;
  state: string | null;
  /** In the order of `QUALITY_PROBLEMS`; empty: no problems. */
  problems: QualityProblem[];
  /** The newest ingested payload; null: none. */
  payload_id: number | null;
  fetched_at: Date | null;
  /** Hours between regular crawls: the dispensary's own interval or the schedule's, rounded up to whole firings of the schedule. */
  interval_hours: number;
  /** The number of undecided payloads, and the newest of them. */
  quarantined: number;
  suspect_id: number | null;
  /** Counts of the newest ingested payload: its products, the unreadable ones, and what was left out of the readable ones. */
  products: number;
  skipped: number;
  skipped_options: number;
  dropped_values: number;
  /** How many products the platform's total includes that no page contained. */
  missing: number;
  /** Why products that the payload lacks do not count as missed; null: they count. */
  misses_off: 'incomplete' | 'unreadable' | null;
  /** The last ended crawl. */
  last_status: string | null;
  last_ended_at: Date | null;
  last_error_kind: string | null;
  last_error_message: string | null;
  /** When the delayed crawl of an unconfirmed menu is due; null: no crawl settles it. */
  look_again_at: Date | null;
}

/** The settings for judging a dispensary's quality. */
export interface QualityRule {
  /** The schedule's interval, for dispensaries without their own. */
  scheduleHours: number;
}

/** SQL: all open dispensaries whose crawls are enabled, with their problems. @param only a condition that selects some of them */
export function judgedDispensaries(
  { scheduleHours }: QualityRule,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    select store.id as dispensary_id, store.name as dispensary_name, store.platform, store.state,
      payload.id as payload_id, store.current_payload_fetched_at as fetched_at, crawl.interval_hours,
      suspects.quarantined, suspects.suspect_id,
      coalesce(payload.products, 0) as products, coalesce(payload.skipped, 0) as skipped,
      coalesce(payload.skipped_options, 0) as skipped_options, coalesce(payload.dropped_values, 0) as dropped_values,
      coalesce(payload.missing, 0) as missing,
      payload.misses_off, last.status as last_status, last.ended_at as last_ended_at, last.error_kind as last_error_kind,
      last.error_message as last_error_message, case when last.is_in_doubt then last.look_again_at end as look_again_at,
      array_remove(array[
        case when last.is_in_doubt then 'unconfirmed' end,
        case when suspects.quarantined > 0 then 'quarantined' end,
        case when payload.misses_off is not null then 'misses-off' end,
        case when ${overdueFrom(scheduleHours)} < now() then 'overdue' end,
        case when store.platform_dispensary_id is null and store.current_payload_fetched_at is null
          and exists (select from runs tried where tried.dispensary_id = store.id and tried.ended_as = 'failed') then 'unresolved' end,
        case when payload.is_confirmed then 'confirmed' end,
        case when payload.came = 0 then 'empty' end,
        case when store.id in (select dispensary_id from (${recentDrift()}) as drift) then 'drifting' end,
        case when payload.skipped > 0 then 'skipped' end,
        case when payload.skipped_options + payload.dropped_values > payload.products * ${FLAWED_SHARE}::float8 then 'flawed' end
      ], null) as problems
    from dispensaries store
    cross join lateral (select ${regularHours(scheduleHours)} as interval_hours) as crawl
    left join lateral (${newestPayload()}) as payload on true
    cross join lateral (
      select count(*)::int as quarantined, max(suspect.id) as suspect_id
      from raw_crawl_payloads suspect where suspect.dispensary_id = store.id and suspect.verdict = 'suspect'
    ) as suspects
    left join lateral (${lastRun()}) as last on true
    where store.crawl_enabled and store.closed_at is null and ${only}
  `;
}

/**
 * SQL: hours between the regular crawls of `store`. A store's own interval takes effect at a firing of the schedule: one shorter than
 * the schedule's changes nothing, and a longer one is rounded up to the next firing.
 */
function regularHours(scheduleHours: number): RawBuilder<number> {
  const own = sql`coalesce(store.crawl_interval_hours, store.adapted_interval_hours, ${scheduleHours}::float8)`;
  return sql<number>`(ceil(${OWN_INTERVAL_DUE_AFTER}::float8 * ${own} / ${scheduleHours}::float8) * ${scheduleHours}::float8)`;
}

/** SQL: whether the crawls of `store` are switched off, which ends its tasks; false where there is no store. */
export const IS_SWITCHED_OFF = sql<boolean>`coalesce(not store.crawl_enabled, false)`;

/** SQL: when `store` becomes overdue, unless a menu is ingested before. */
export function overdueFrom(scheduleHours: number): RawBuilder<Date> {
  return sql<Date>`(coalesce(store.current_payload_fetched_at, store.created_at)
    + (${regularHours(scheduleHours)} + ${OVERDUE_GRACE}::float8 * ${scheduleHours}::float8) * interval '1 hour')`;
}

/** SQL: the newest ingested payload. Counts that an older version did not record, or that an import lacks, are 0. */
function newestPayload(): RawBuilder<unknown> {
  return sql`
    select payload.id, payload.verdict = 'confirmed' and payload.confirmed_by is not null as is_confirmed,
      payload.product_count as came, payload.missing_count::int as missing, payload.ingest_counts ->> 'missesOff' as misses_off,
      ${count('products')} as products, ${count('skipped')} as skipped,
      ${count('skippedOptions')} as skipped_options, ${count('droppedValues')} as dropped_values
    from raw_crawl_payloads payload
    where payload.dispensary_id = store.id and payload.fetched_at = store.current_payload_fetched_at
      and payload.ingested_at is not null
    order by payload.id desc limit 1
  `;
}

function count(name: string): RawBuilder<number> {
  return sql<number>`coalesce(${numberIn(sql`payload.ingest_counts -> ${sql.lit(name)}`)}::int, 0)`;
}

/** SQL: a number in a JSON document that somebody may have edited; null if it is no number, or out of range. */
function numberIn(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(case when jsonb_typeof(${value}) = 'number' and (${value})::numeric between 0 and 2147483647
    then (${value})::float8 end)`;
}

/** SQL: the last ended crawl and, if it is unconfirmed, when its delayed crawl is due. */
function lastRun(): RawBuilder<unknown> {
  return sql`
    select run.status, run.ended_at, run.error_kind, run.error_message,
      -- A person may have decided about the payload since then.
      run.status = 'unconfirmed' and doubted.verdict = 'suspect' as is_in_doubt,
      run.ended_at + ${numberIn(sql`stage.result #> '{unconfirmed,lookAgainAfterMs}'`)} * interval '1 millisecond' as look_again_at
    from crawl_runs run
    left join stage_runs stage on stage.crawl_run_id = run.id and stage.stage = 'fetch' and run.status = 'unconfirmed'
    left join raw_crawl_payloads doubted on doubted.id = run.payload_id and run.status = 'unconfirmed'
    where run.dispensary_id = store.id and run.status <> 'running'
    order by run.id desc limit 1
  `;
}

/** SQL: fields that drifted recently, each with the latest payload in which it drifted. */
export function recentDrift(): RawBuilder<unknown> {
  return sql`
    select field.platform, field.operation, field.drift ->> 'kind' as kind, field.path, field.drift -> 'known' as known,
      field.drift -> 'found' as found, field.drift ->> 'example' as example,
      payload.dispensary_id, payload.id as payload_id, field.drifted_at
    from payload_fields field join raw_crawl_payloads payload on payload.id = field.drift_payload_id
    where field.drifted_at > now() - ${DRIFT_DAYS} * interval '1 day'
  `;
}
