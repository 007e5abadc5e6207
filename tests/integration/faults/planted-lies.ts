import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CheckedWorld } from '../../../faults/check/checked-world.ts';
import { FIRST_PROXY, statements, type Lie } from './lie.ts';
import { LEFTOVERS } from './planted-leftovers.ts';

const payloadFile = async ({ db, storageRoot }: CheckedWorld): Promise<string> => {
  const { storage_path: path } = await db
    .selectFrom('raw_crawl_payloads')
    .select('storage_path')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return join(storageRoot, path);
};

const plantFile =
  (...path: string[]): Lie['plant'] =>
  async ({ storageRoot }) => {
    const file = join(storageRoot, ...path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, 'left over');
    return () => rm(file);
  };

const FIRST_RUN = '(select min(id) from crawl_runs)';
const LAST_RUN = '(select max(id) from crawl_runs)';
const FIRST_PRODUCT = '(select min(id) from store_products)';

const UNKNOWN_RUN = '019b0000-0000-7000-8000-00000000dead';
const RUNS_DIFFER = 'runs that ledger and Temporal differ on';

/** One violation of each kind that a check must find. */
export const LIES: Lie[] = [
  {
    name: 'a crawl failed',
    plant: statements(
      `update crawl_runs set status = 'failed', error_kind = 'Blocked', error_message = 'planted' where id = ${LAST_RUN}`,
      `update crawl_runs set status = 'completed', error_kind = null, error_message = null where id = ${LAST_RUN}`,
    ),
    says: [
      /^requests: the acknowledged crawl of dispensary \d+ .* did not succeed: expected completed, found failed, Blocked: planted$/,
      /^requests: Temporal and the ledger differ on crawl\/\d+, .*: expected failed or terminated or timed_out, found completed$/,
      /^ledger: the end of crawl\/\d+, .* in the ledger: expected completed, found failed$/,
    ],
    counted: ['acknowledged crawls lost', RUNS_DIFFER],
  },
  {
    name: 'a job failed',
    plant: statements(
      `update runs set ended_as = 'failed', error_message = 'planted' where type = 'job'`,
      `update runs set ended_as = 'completed', error_message = null where type = 'job'`,
    ),
    says: [
      /^requests: the acknowledged job job\/.* did not succeed: expected completed, found failed, planted$/,
      /^ledger: the end of job\/.* in the ledger: expected completed, found failed$/,
    ],
    counted: ['acknowledged jobs lost', RUNS_DIFFER],
  },
  {
    name: 'the ledger has a crawl that nobody ran',
    plant: statements(
      `insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, fence, status, started_at, ended_at)
       select dispensary_id, role, workflow_id, '${UNKNOWN_RUN}', fence, 'failed', now(), now() from crawl_runs where id = ${FIRST_RUN}`,
      `with gone as (delete from crawl_runs where workflow_run_id = '${UNKNOWN_RUN}') delete from runs where run_id = '${UNKNOWN_RUN}'`,
    ),
    says: [
      /^requests: Temporal and the ledger differ on crawl\/\d+, 019b0000-0000-7000-8000-00000000dead: .* found no such workflow$/,
      /^ledger: Temporal does not know crawl\/\d+, 019b0000-0000-7000-8000-00000000dead: expected no row in runs, found one$/,
    ],
    counted: [RUNS_DIFFER],
  },
  {
    name: 'the ledger of runs has another end of a run, and another time of another one',
    async plant({ db }) {
      const chains = await db
        .selectFrom('runs')
        .selectAll()
        .where('type', '=', 'crawlDispensary')
        .orderBy('id')
        .execute();
      const [other, later] = chains.map(({ id }) => id) as [string, string];
      await sql`create table planted as select * from runs where id in (${other}, ${later})`.execute(db);
      await sql`update runs set ended_as = 'cancelled' where id = ${other}`.execute(db);
      await sql`update runs set ended_at = ended_at + interval '1 hour' where id = ${later}`.execute(db);
      return async () => {
        await sql`alter table planted drop column created_at`.execute(db);
        const { rows } = await sql<{ columns: string }>`
          select string_agg(attname, ', ') as columns from pg_attribute
          where attrelid = 'planted'::regclass and attnum > 0 and not attisdropped
        `.execute(db);
        const columns = sql.raw(rows[0]!.columns);
        await sql`delete from runs where id in (select id from planted)`.execute(db);
        await sql`insert into runs (${columns}) select ${columns} from planted`.execute(db);
        await sql`drop table planted`.execute(db);
      };
    },
    says: [
      /^ledger: the end of crawl\/\d+, .* in the ledger: expected completed, found cancelled$/,
      /^ledger: the time of the end of crawl\/\d+, /,
    ],
    counted: [RUNS_DIFFER, RUNS_DIFFER],
  },
  {
    name: 'a stage is open',
    plant: statements(
      `update stage_runs set ended_at = null where crawl_run_id = ${LAST_RUN} and stage = 'images'`,
      `update stage_runs set ended_at = now() where ended_at is null`,
    ),
    says: [/^stages: the stage images of crawl\/\d+, .* is open/],
  },
  {
    name: 'a completed run has not ingested',
    plant: statements(
      `update stage_runs set outcome = 'failed' where crawl_run_id = ${LAST_RUN} and stage = 'ingest'`,
      `update stage_runs set outcome = 'completed'`,
    ),
    says: [
      /^stages: crawl\/\d+, .* is completed without its stage ingest: expected completed, found failed$/,
    ],
  },
  {
    name: 'a store had two runs at once',
    plant: statements(
      `update crawl_runs set started_at = started_at - interval '1 hour' where id = ${LAST_RUN}`,
      `update crawl_runs set started_at = started_at + interval '1 hour' where id = ${LAST_RUN}`,
    ),
    says: [/^overlaps: two runs of crawl\/\d+ overlap in the ledger/],
    counted: 'two runs of a store',
  },
  {
    name: 'a payload is lost',
    plant: statements(
      `update raw_crawl_payloads set crawl_run_id = null where crawl_run_id = ${LAST_RUN}`,
      `update raw_crawl_payloads set crawl_run_id = ${LAST_RUN} where crawl_run_id is null`,
    ),
    says: [/^payloads: payloads of the completed run .*: expected 1, found 0$/],
  },
  {
    name: 'a run names another payload than its own',
    plant: statements(
      `update crawl_runs set payload_id = payload_id - 1 where id = ${LAST_RUN}`,
      `update crawl_runs set payload_id = payload_id + 1 where id = ${LAST_RUN}`,
    ),
    says: [/^payloads: the payload that run .* names: expected 4, found 3$/],
  },
  {
    name: 'a payload file is deleted',
    async plant(world) {
      const file = await payloadFile(world);
      const bytes = await readFile(file);
      await rm(file);
      return () => writeFile(file, bytes);
    },
    says: [/^payloads: the file of payload \d+ .* is missing: expected a file, found none$/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a byte of a payload file is changed',
    async plant(world) {
      const file = await payloadFile(world);
      const bytes = await readFile(file);
      await writeFile(file, bytes.with(0, bytes[0]! ^ 1));
      return () => writeFile(file, bytes);
    },
    says: [/^payloads: the SHA-256 of the file of payload \d+/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a payload file is longer',
    async plant(world) {
      const file = await payloadFile(world);
      const bytes = await readFile(file);
      await appendFile(file, 'x');
      return () => writeFile(file, bytes);
    },
    says: [/^payloads: the size of the file of payload \d+ .*: expected \d+, found \d+$/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a sweep has marked the file of a payload as missing',
    plant: statements(
      `update raw_crawl_payloads set file_state = 'missing' where crawl_run_id = ${LAST_RUN}`,
      `update raw_crawl_payloads set file_state = 'stored' where crawl_run_id = ${LAST_RUN}`,
    ),
    says: [/^payloads: the file of payload \d+: expected stored, found missing$/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a payload has fewer products than its row says',
    plant: statements(
      `update raw_crawl_payloads set product_count = product_count + 1 where crawl_run_id = ${LAST_RUN}`,
      `update raw_crawl_payloads set product_count = product_count - 1 where crawl_run_id = ${LAST_RUN}`,
    ),
    says: [/^payloads: the products in the file of payload \d+/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a payload has the time of a clock that is behind',
    plant: statements(
      `update raw_crawl_payloads set fetched_at = fetched_at - interval '2 hours' where crawl_run_id = ${LAST_RUN}`,
      `update raw_crawl_payloads set fetched_at = fetched_at + interval '2 hours' where crawl_run_id = ${LAST_RUN}`,
    ),
    says: [/^history: the time of payload \d+ is not within its fetch: expected .+Z to .+Z, found .+Z$/],
  },
  {
    name: 'a snapshot is there twice',
    plant: statements(
      `insert into store_product_snapshots
       select store_product_id, payload_id, dispensary_id, price_rec, price_med, price_rec_special, price_med_special, is_on_special,
         is_in_stock, quantity, thc_low, thc_high, options, fetched_at + interval '1 ms', quantity_capped, thc_unit, cbd_low, cbd_high,
         cbd_unit, -1, price_option from store_product_snapshots where store_product_id = ${FIRST_PRODUCT} limit 1`,
      `delete from store_product_snapshots where normalizer_version = -1`,
    ),
    says: [/^history: snapshots of product .* in payload \d+: expected 1, found 2$/],
    counted: 'duplicate snapshots',
  },
  {
    name: 'a snapshot has a wrong stock',
    plant: statements(
      `update store_product_snapshots set is_in_stock = not is_in_stock where store_product_id = ${FIRST_PRODUCT} and payload_id = (select min(id) from raw_crawl_payloads)`,
      `update store_product_snapshots set is_in_stock = not is_in_stock where store_product_id = ${FIRST_PRODUCT} and payload_id = (select min(id) from raw_crawl_payloads)`,
    ),
    says: [/^history: the snapshot in payload \d+ has the wrong is_in_stock of product/],
  },
  {
    name: 'a product is wrongly out of stock',
    async plant({ db }) {
      const { rows } = await sql<{ id: number }>`
        update store_products set is_in_stock = false, stock_status = 'oos'
        where id = (select min(id) from store_products where is_in_stock) returning id
      `.execute(db);
      return () =>
        sql`update store_products set is_in_stock = true, stock_status = 'in_stock' where id = ${rows[0]!.id}`.execute(
          db,
        );
    },
    says: [/^products: is_in_stock of product/, /^products: stock_status of product/],
    counted: 'wrong out of stock',
  },
  {
    name: 'a product has missed a crawl too many',
    plant: statements(
      `update store_products set consecutive_misses = consecutive_misses + 1 where id = ${FIRST_PRODUCT}`,
      `update store_products set consecutive_misses = consecutive_misses - 1 where id = ${FIRST_PRODUCT}`,
    ),
    says: [/^products: consecutive_misses of product/],
  },
  {
    name: 'a write was left unfinished',
    plant: plantFile('payloads', '2026', '.store_1.json.gz.abc.tmp'),
    says: [/^files: a write was left unfinished: payloads\/2026\/\.store_1\.json\.gz\.abc\.tmp/],
    counted: 'temporary files after the sweep',
  },
  {
    name: 'a file has no row',
    plant: plantFile('payloads', '2026', 'store_1.json.gz'),
    says: [/^files: no row names payloads\/2026\/store_1\.json\.gz: expected no file, found a stray file$/],
    counted: 'temporary files after the sweep',
  },
  {
    name: 'pages of a fetch are left',
    plant: plantFile('spool', '1', '2', 'page-0.json'),
    says: [/^files: no row names spool\/1\/2\/page-0\.json/],
    counted: 'temporary files after the sweep',
  },
  {
    name: 'a picture is missing',
    plant: statements(
      `insert into image_files (url, path, saved_at) values ('https://planted.test/', 'images/planted.webp', now())`,
      `delete from image_files where url = 'https://planted.test/'`,
    ),
    says: [/^files: the picture images\/planted\.webp is missing/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a picture was cut short',
    async plant({ db, storageRoot }) {
      const files = db.selectFrom('image_files').where('path', 'is not', null).select('path');
      const file = join(storageRoot, (await files.limit(1).executeTakeFirstOrThrow()).path!);
      const bytes = await readFile(file);
      await writeFile(file, bytes.subarray(0, bytes.length - 1));
      return () => writeFile(file, bytes);
    },
    says: [/^files: the picture images\/.+ cannot be shown: expected a whole WebP file/],
    counted: 'rows without a valid file',
  },
  {
    name: 'a counter of a proxy is off by one',
    plant: statements(
      `update proxies set success_count = success_count + 1 where id = ${FIRST_PROXY}`,
      `update proxies set success_count = success_count - 1 where id = ${FIRST_PROXY}`,
    ),
    says: [/^proxies: success_count of proxy \d+: expected \d+, as its events say, found \d+$/],
  },
  {
    name: 'a counter of a proxy at its target is off by one',
    plant: statements(
      `update proxy_targets set bytes = bytes + 1 where proxy_id = ${FIRST_PROXY} and target = 'dutchie'`,
      `update proxy_targets set bytes = bytes - 1 where proxy_id = ${FIRST_PROXY} and target = 'dutchie'`,
    ),
    says: [/^proxies: bytes of proxy \d+ at dutchie: expected \d+, as its events say, found \d+$/],
  },
  ...LEFTOVERS,
];
