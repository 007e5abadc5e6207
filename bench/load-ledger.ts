import { Client } from 'pg';
import { print } from './start-servers.ts';

/** The number of stores. */
export const STORES = 10_000;

/** The states of the stores, from the rarest to the most frequent. */
export const STATES = ['AZ', 'CA', 'CO', 'IL', 'MA', 'MI', 'NV', 'NJ', 'OR', 'RI'];

export const WORKERS = 40;

export const ERROR_KINDS = ['Blocked', 'RateLimited', 'Timeout', 'NotFound', 'BadPayload', 'Terminated'];

/** Words of error messages, which searches look for. */
export const ERROR_WORDS = [
  'challenge',
  'captcha',
  'forbidden',
  'gateway',
  'reset',
  'certificate',
  'truncated',
  'unknown',
];

/** The age in days of the oldest runs, which spans three calendar months on any date. */
const DAYS = 80;

/**
 * Fills a migrated database that has no runs, as months of crawls would: most runs are chains, two in a hundred are open, and
 * workers are working on some of these. Creates the indexes after the rows, and dispensaries where there are none.
 * @returns the seconds that it took
 */
export async function loadLedger(url: string, runs: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const beganMs = performance.now();
  try {
    for (const [part, statement] of statements(runs)) {
      const partBeganMs = performance.now();
      await client.query(statement);
      print(`Loading: ${part}, ${((performance.now() - partBeganMs) / 1_000).toFixed(1)} s`);
    }
  } finally {
    await client.end();
  }
  return (performance.now() - beganMs) / 1_000;
}

function statements(runs: number): [part: string, statement: string][] {
  return [
    ['settings', `set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`],
    ['stores', INSERT_STORES],
    ['partitions', PARTITIONS],
    ['the indexes put aside', PUT_INDEXES_ASIDE],
    ['runs', insertRuns(runs)],
    ['indexes', MAKE_INDEXES],
    ['what workers have in hand', INSERT_HEARTBEATS],
    ['statistics', 'vacuum analyze'],
  ];
}

const INSERT_STORES = `
  insert into dispensaries (name, platform, platform_dispensary_id, slug, menu_url, city, state, time_zone)
  select 'Store ' || n, case when n % 10 = 0 then 'blaze' else 'dutchie' end, 'platform-' || n, 'store-' || n,
    'https://menus.test/stores/' || n, 'City ' || n % 300,
    (${literals(STATES)})[1 + floor(sqrt(n * ${STATES.length ** 2}::bigint / ${STORES + 1}))::int], 'America/Phoenix'
  from generate_series(1, ${STORES}) as n where not exists (select from dispensaries)`;

const PARTITIONS = `
  select ensure_run_partition(month) from generate_series(
    date_trunc('month', now() - interval '${DAYS} days', 'UTC'), date_trunc('month', now(), 'UTC'), interval '1 month') month`;

const PUT_INDEXES_ASIDE = `
  alter table runs disable trigger leave_out_swept;
  create temporary table aside as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'runs'::regclass and not indisprimary;
  do $$ declare one record; begin
    for one in select * from aside loop execute 'drop index ' || one.name; end loop;
  end $$`;

const MAKE_INDEXES = `
  do $$ declare one record; begin
    for one in select * from aside loop execute replace(one.definition, ' ON ONLY ', ' ON '); end loop;
  end $$;
  alter table runs enable trigger leave_out_swept`;

/** Runs are stored in the order of time, as they are written. A run's random values come from the hash of its number. */
function insertRuns(runs: number): string {
  return `
    insert into runs (id, workflow_id, run_id, type, role, job_type, platform, account, dispensary_id, state_code, priority, max_retries,
      retry_count, requested_by, started_by, started_at, ended_at, ended_as, end_noted_at, stage, worker, error_kind, error_message, result,
      updated_at)
    select key, case kind when 'job' then 'job/sync-' || n when 'chain' then 'crawl/' || store.id else type || '/' || n end, key::text, type,
      case kind when 'chain' then case when dice % 50 = 0 then 'product_discovery' else 'payload_fetch' end else role end,
      case when kind = 'job' then (array['scrape_account', 'download_media', 'forum_scrape'])[1 + dice % 3] end,
      case when kind = 'chain' then store.platform end, case when kind = 'job' then 'account-' || dice % 500 end,
      case when kind = 'chain' then store.id end, case when kind = 'chain' then store.state end,
      case when kind = 'job' then 1 + dice % 10 when dice % 10 > 0 then (array[0, 0, 0, 0, 0, 0, 10, 10, 20])[dice % 10] end,
      3, case when dice % 20 = 0 then 1 + dice % 3 else 0 end, case when dice % 100 = 7 then 'ann' end,
      case when kind = 'chain' then 'crawl-due/all' end,
      case when not is_open or is_held then began + wait end, case when not is_open then last end,
      case when not is_open then ending end, case when not is_open then last end,
      case when kind = 'chain' then case when is_open and is_held then 'fetch' else 'images' end end,
      case when not is_open or is_held then 'worker-' || dice % ${WORKERS} end,
      case when not is_open and ending = 'failed' then error end,
      case when not is_open and ending = 'failed' then
        'The site answered ' || 400 + dice % 120 || ' to /store-' || store.id || ': ' || (${literals(ERROR_WORDS)})[1 + dice / 7 % ${ERROR_WORDS.length}] end,
      case when not is_open and ending <> 'failed' then jsonb_build_object('payload_id', n, 'size_bytes', 20000 + dice % 90000,
        'crawl_run_id', n, 'counts', jsonb_build_object('seen', 400 + dice % 3000, 'changed', dice % 200, 'added', dice % 9)) end,
      last
    from generate_series(1, ${runs}::bigint) n
    cross join lateral (
      select hashint8(n)::bigint & 2147483647 as dice, hashint8(n + ${runs}::bigint)::bigint & 2147483647 as second,
        date_trunc('milliseconds', now() - (${runs} - n) * (interval '${DAYS} days' / ${runs})) as began
    ) drawn
    join dispensaries store on store.id = 1 + second % ${STORES}
    cross join lateral (
      select (substr(key_of_moment(began)::text, 1, 14) || '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3)
          || '-' || substr(md5(n::text), 7, 12))::uuid as key,
        case when dice % 100 < 80 then 'chain' when dice % 100 < 88 then 'job' else 'other' end as kind,
        -- Most of the newest runs are open, and a few of the older ones.
        case when n > ${runs} * 0.981 then second % 20 > 0 else second % 500 = 0 end as is_open,
        second % 50 = 1 as is_held,
        (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
          'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'failed',
          'unconfirmed', 'cancelled'])[1 + second / 31 % 20] as ending,
        (${literals(ERROR_KINDS)})[1 + floor(sqrt(dice / 3 % ${ERROR_KINDS.length ** 2}))::int] as error,
        (dice % 90) * interval '1 second' as wait, (1 + second % 600 + case when dice % 1000 = 0 then 20000 else 0 end) * interval '1 second' as took
    ) what
    cross join lateral (select least(began + wait + took, now()) as last) ended
    cross join lateral (
      select case kind when 'chain' then 'crawlDispensary' when 'job' then 'job' else (array['refreshFromPayload', 'refreshFromPayload',
          'resolveEntryPoint', 'probeProxies', 'discoverStores', 'startOnce'])[1 + second / 11 % 6] end as type
    ) of_type
    left join lateral (values ('refreshFromPayload', 'product_refresh'), ('resolveEntryPoint', 'entry_point_discovery'),
      ('probeProxies', 'proxy_probe'), ('discoverStores', 'store_discovery')) named (type_name, role) on type_name = type`;
}

/** The running activities: some are only claimed, some have had no heartbeat for long, some wait for their next attempt. */
const INSERT_HEARTBEATS = `
  insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at, next_attempt_at)
  select run_id, '1', 'fetchMenu', 1, case when dice % 10 > 1 then worker end, now() - interval '2 minutes',
    case when dice % 10 > 2 then now() - case when dice % 10 = 3 then interval '20 minutes' else interval '5 seconds' end end,
    case when dice % 10 <= 1 then now() + interval '1 minute' end
  from runs cross join lateral (select hashtext(run_id)::bigint & 2147483647 as dice) drawn
  where ended_as is null and worker is not null`;

function literals(words: readonly string[]): string {
  return `array[${words.map((word) => `'${word}'`).join(', ')}]`;
}
