import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Checked } from './finding.ts';

interface PayloadRow {
  id: number;
  storage_path: string;
  sha256: string;
  size_bytes: number;
  product_count: number;
  ingested_at: Date | null;
  in_doubt: boolean;
  file_state: string;
}

/**
 * Matches payloads that need not be ingested: the payload was not believed, or a later payload with the same content was ingested
 * instead.
 */
const IN_DOUBT = sql`(
  payload.verdict in ('suspect', 'rejected')
  or (payload.verdict = 'confirmed' and payload.decided_by in ('refetch', 'time') and payload.confirmed_by is null)
)`;

type Add = ReturnType<typeof findingsOf>['add'];

/**
 * Checks that each completed chain has one ingested payload, apart from earlier doubted ones, and that the file of each payload matches
 * its row.
 */
export async function checkPayloads({ db, storageRoot }: CheckedWorld): Promise<Checked> {
  const { findings, add, addTo } = findingsOf('payloads');
  const addInvalid = addTo('rows without a valid file');
  const runs = await sql<{ workflow_run_id: string; named: number | null; payloads: number[] }>`
    select workflow_run_id, payload_id as named,
      array(
        select payload.id::int from raw_crawl_payloads payload
        where payload.crawl_run_id = run.id and not ${IN_DOUBT} order by 1
      ) as payloads
    from crawl_runs run where status = 'completed' order by id
  `.execute(db);
  for (const { workflow_run_id: runId, named, payloads } of runs.rows) {
    if (payloads.length !== 1) add(`payloads of the completed run ${runId}`, 1, payloads.length);
    else if (named !== payloads[0]) add(`the payload that run ${runId} names`, payloads[0]!, named ?? 'none');
  }
  const { rows } = await sql<PayloadRow>`
    select id, storage_path, sha256, size_bytes, product_count, ingested_at, file_state, ${IN_DOUBT} as in_doubt
    from raw_crawl_payloads payload order by id
  `.execute(db);
  for (const row of rows) {
    if (row.ingested_at === null && !row.in_doubt)
      add(`payload ${row.id} is not in the catalog`, 'ingested', 'not ingested');
    // The sweep has marked rows whose files are missing or damaged.
    if (row.file_state !== 'stored') addInvalid(`the file of payload ${row.id}`, 'stored', row.file_state);
    else await checkFile(join(storageRoot, row.storage_path), row, addInvalid);
  }
  return { findings, looked: { 'rows without a valid file': rows.length } };
}

async function checkFile(path: string, row: PayloadRow, add: Add): Promise<void> {
  const name = `the file of payload ${row.id} (${row.storage_path})`;
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return add(`${name} is missing`, 'a file', 'none');
  if (bytes.length !== row.size_bytes) return add(`the size of ${name}`, row.size_bytes, bytes.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== row.sha256) return add(`the SHA-256 of ${name}`, row.sha256, sha256);
  const count = countProducts(bytes);
  if (count !== row.product_count) add(`the products in ${name}`, row.product_count, count ?? 'no menu');
}

function countProducts(bytes: Buffer): number | null {
  try {
    return (JSON.parse(gunzipSync(bytes).toString('utf8')) as { products: unknown[] }).products.length;
  } catch {
    return null;
  }
}
