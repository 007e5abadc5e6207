import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { walkFiles } from '../../storage/walk-files.ts';
import { JOB_PREFIX } from '../../temporal-config/workflow-ids.ts';
import type { CheckedWorld } from './checked-world.ts';
import { findingsOf, type Checked } from './finding.ts';

/** The folders of the storage. During a fetch, `spool` has the pages of its menu. */
const FOLDERS = ['payloads', 'images', 'jobs', 'spool'];

/**
 * Checks that the storage, after a sweep, has only files that are named in the database: no file of an interrupted write, no pages of an
 * ended fetch. `checkPayloads` checks that the files of payloads exist and are whole.
 */
export async function checkFiles({ db, storageRoot }: CheckedWorld): Promise<Checked> {
  const { findings, addTo } = findingsOf('files');
  const addLeftover = addTo('temporary files after the sweep');
  const addMissing = addTo('rows without a valid file');
  const named = await readNamedFiles(db);
  const images = new Set(named.filter(({ kind }) => kind === 'image').map(({ path }) => path));
  const known = new Set(named.map(({ path }) => path));
  const failedJobs = await readFailedJobs(db);
  const looked = { 'rows without a valid file': images.size, 'temporary files after the sweep': 0 };
  for (const folder of FOLDERS) {
    for await (const { path, bytes, isTemporary } of walkFiles(storageRoot, folder)) {
      looked['temporary files after the sweep'] += 1;
      if (images.delete(path) && !(await isWholePicture(join(storageRoot, path), bytes)))
        addMissing(
          `the picture ${path} cannot be shown`,
          'a whole WebP file',
          `${bytes} bytes of another kind`,
        );
      if (isTemporary) addLeftover(`a write was left unfinished: ${path}`, 'no file', 'a temporary file');
      // A failed job may be retried, and goes on there.
      else if (failedJobs.has(path.split('/')[1] ?? '') && isPart(path)) continue;
      else if (!known.has(path)) addLeftover(`no row names ${path}`, 'no file', 'a stray file');
    }
  }
  for (const path of images) addMissing(`the picture ${path} is missing`, 'a file', 'none');
  return { findings, looked };
}

/** Whether this is an unfinished download, or what is known about one. */
function isPart(path: string): boolean {
  return /\.part(\.json)?$/.test(path);
}

async function readFailedJobs(db: CheckedWorld['db']): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select substr(workflow_id, ${JOB_PREFIX.length + 1}) as id from runs where type = 'job' and ended_as = 'failed'
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const WEBP_HEADER_BYTES = 12;

/** Whether the file has its full length. All pictures are stored as WebP, whose header says the file's length. */
async function isWholePicture(path: string, bytes: number): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(WEBP_HEADER_BYTES), 0, WEBP_HEADER_BYTES, 0);
    const text = buffer.toString('latin1');
    return text.startsWith('RIFF') && text.endsWith('WEBP') && buffer.readUInt32LE(4) + 8 === bytes;
  } finally {
    await file.close();
  }
}

async function readNamedFiles(db: CheckedWorld['db']): Promise<{ path: string; kind: string }[]> {
  const { rows } = await sql<{ path: string; kind: string }>`
    select storage_path as path, 'payload' as kind from raw_crawl_payloads
    union select local_image_path, 'image' from store_products where local_image_path is not null
    union select local_image_path, 'image' from brand_logos where local_image_path is not null
    union select path, 'image' from image_files where path is not null
    union select path, 'job' from job_files where not is_replaced
  `.execute(db);
  return rows;
}
