import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/**
 * Makes the database record which worker takes each run and which worker writes its results, because the rows themselves do not say. A
 * worker gives its name as `application_name`.
 */
export async function recordWriters(db: Db): Promise<void> {
  await sql`
    create schema if not exists faults;
    create table if not exists faults.attempts (
      crawl_run_id bigint, fence bigint, worker text, taken_at timestamptz default clock_timestamp()
    );
    create table if not exists faults.writes (crawl_run_id bigint, what text, worker text, holder text);
    create or replace function faults.record_attempt() returns trigger language plpgsql as $$
      begin
        insert into faults.attempts (crawl_run_id, fence, worker) values (new.id, new.fence, current_setting('application_name'));
        return null;
      end
    $$;
    create or replace function faults.record_write() returns trigger language plpgsql as $$
      begin
        insert into faults.writes
        select new.crawl_run_id, tg_argv[0], current_setting('application_name'), worker
        from faults.attempts where crawl_run_id = new.crawl_run_id
        order by fence desc limit 1;
        return null;
      end
    $$;
    create or replace trigger faults_attempt after insert or update of fence on crawl_runs
      for each row execute function faults.record_attempt();
    create or replace trigger faults_payload after insert on raw_crawl_payloads
      for each row execute function faults.record_write('the row of a payload');
    create or replace trigger faults_ingest after update of ingested_at on raw_crawl_payloads
      for each row execute function faults.record_write('an ingest');
    create or replace trigger faults_stage after update of outcome on stage_runs
      for each row when (new.outcome = 'completed') execute function faults.record_write('the end of a stage');
  `.execute(db);
}

/** Returns a line for each write that a worker made to the results of a run after another worker had taken the run over. */
export async function staleWrites(db: Db, workflowRunId: string): Promise<string[]> {
  const { rows } = await sql<{ what: string; worker: string; holder: string }>`
    select what, worker, holder from faults.writes join crawl_runs run on run.id = crawl_run_id
    where workflow_run_id = ${workflowRunId} and worker <> holder
  `.execute(db);
  return rows.map(({ what, worker, holder }) => `${worker} wrote ${what}, which was taken over by ${holder}`);
}

/** Whether another worker had taken over a workflow's run by that time. */
export async function wasTakenOver(
  db: Db,
  workflowRunId: string,
  { worker, by }: { worker: string; by: Date },
): Promise<boolean> {
  const { rows } = await sql<{ worker: string }>`
    select worker from faults.attempts join crawl_runs run on run.id = crawl_run_id
    where workflow_run_id = ${workflowRunId} and taken_at < ${by}
    order by attempts.fence desc limit 1
  `.execute(db);
  return rows[0] !== undefined && rows[0].worker !== worker;
}
