import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { eventsOfRun, RUN_COLUMNS, type TimelineEvent } from './run-events.ts';

/** Lists the events of a run in pages, oldest first. */
export function listEventPage(db: Db, runKey: string, page: PageRequest): Promise<KeysetPage<TimelineEvent>> {
  return readKeysetPage<TimelineEvent>(
    db,
    {
      columns: sql`${RUN_COLUMNS}, known.friendly_name as "workerName"`,
      from: sql`run_events event join runs run on run.id = event.run_key left join workers known on known.worker_id = event.worker`,
      key: [{ column: 'event.id', type: 'bigint' }],
      direction: 'asc',
      indexed: [eventsOfRun(runKey), sql<boolean>`event.event <> 'attempt_failed'`],
      filters: [],
    },
    page,
  );
}

/** How an attempt of a job ended. */
export const ATTEMPT_OUTCOMES = [
  'running',
  'completed',
  'failed',
  'cancelled',
  'crashed',
  'released',
] as const;

/** An attempt of a job: the time in which one worker had it. */
export interface JobAttempt {
  /** Within the run, from 1. */
  number: number;
  worker: string | null;
  /** The worker's name; null: the registry no longer has it. */
  workerName: string | null;
  startedAt: Date;
  /** Null: it runs, or nothing recorded its end. */
  endedAt: Date | null;
  outcome: (typeof ATTEMPT_OUTCOMES)[number];
  errorKind: string | null;
  errorMessage: string | null;
}

/** Lists the attempts of a job's run in pages, oldest first: each from its claim to the next claim, counted failure, crash, or end. */
export function listAttemptPage(db: Db, runKey: string, page: PageRequest): Promise<KeysetPage<JobAttempt>> {
  return readKeysetPage<JobAttempt>(
    db,
    {
      columns: sql`number, attempt.worker, known.friendly_name as "workerName", "startedAt", "endedAt", outcome, "errorKind", "errorMessage"`,
      from: sql`(
        select row_number() over (order by event.id) as number, event.worker, event.at as "startedAt",
          case when ended.event <> 'claimed' then ended.at end as "endedAt", case
            when ended.event = 'retried' then 'failed'
            when ended.event <> 'claimed' then ended.event
            when ended.event is null and run.ended_as is null and run.worker is not null then 'running'
            else 'released' end as outcome,
          ended.error_kind as "errorKind", ended.message as "errorMessage"
        from run_events event join runs run on run.id = event.run_key
        left join lateral (
          select next.* from run_events next where next.run_key = event.run_key and next.id > event.id
            and next.noted_at >= event.noted_at and next.event in ('claimed', 'retried', 'crashed', 'completed', 'failed', 'cancelled')
          order by next.id limit 1
        ) ended on true
        where ${eventsOfRun(runKey)} and event.event = 'claimed'
      ) attempt left join workers known on known.worker_id = attempt.worker`,
      key: [{ column: 'number', type: 'bigint' }],
      direction: 'asc',
      indexed: [],
      filters: [],
    },
    page,
  );
}
