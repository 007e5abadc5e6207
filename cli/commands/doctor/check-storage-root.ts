import { randomUUID } from 'node:crypto';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StorageSettings } from '../../../config/storage-settings.ts';
import type { Db } from '../../../db/connect.ts';
import { listPayloadPage } from '../../../db/queries/payload-pages.ts';
import { describeDisk, diskShortage, type Disk } from '../../../domain/disk.ts';
import { isThere, nearestFolder, readDisk } from '../../../storage/read-disk.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

/**
 * Checks whether payloads can be written, the free space, and whether the file of the newest payload in the database exists.
 * @param db null: unavailable
 */
export async function checkStorage(settings: StorageSettings, db: Db | null): Promise<Finding[]> {
  const root = resolve(settings.root);
  return [await checkWriting(root), await checkSpace(root), await checkNewest(settings, db)];
}

async function checkWriting(root: string): Promise<Finding> {
  const { ok, broken } = findingsOf('storage');
  try {
    if (await isThere(root)) {
      const trial = join(root, `.doctor-${randomUUID()}`);
      try {
        await writeFile(trial, 'crawlchain doctor\n');
      } finally {
        await rm(trial, { force: true });
      }
      return ok(`${root} can be written`);
    }
    await access(await nearestFolder(root), constants.W_OK);
    return ok(`${root} does not exist yet; the first payload creates it`);
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    return broken(
      `${root} cannot be written: ${messageOf(error)}`,
      isFull
        ? 'Free space on its disk, or raise the quota.'
        : 'STORAGE_ROOT takes a folder that this user may write; all workers share it.',
    );
  }
}

const space = findingsOf('free space');

async function checkSpace(root: string): Promise<Finding> {
  try {
    return judgeSpace(await readDisk(root));
  } catch (error) {
    return space.unknown(messageOf(error));
  }
}

/** Judges the free space. */
export function judgeSpace(disk: Disk): Finding {
  const found = describeDisk(disk);
  const mend = `Free space on the disk of ${disk.folder}, or keep fewer payloads: PAYLOAD_RETENTION_DAYS and PAYLOAD_RETENTION_COUNT say which ones are removed.`;
  const shortage = diskShortage(disk);
  if (shortage === 'full')
    return space.broken(`${found}: crawls fail as StorageFull, and are retried every half minute`, mend);
  return shortage === 'low' ? space.warning(found, mend) : space.ok(found);
}

/** Checks the file of the newest payload. A database and a storage folder that do not belong together pass every other check. */
async function checkNewest(settings: StorageSettings, db: Db | null): Promise<Finding> {
  const { ok, warning, broken, unknown } = findingsOf('stored payloads');
  if (db === null) return unknown('the database is unavailable');
  const { items } = await listPayloadPage(db, {}, { after: null, limit: 1 });
  const [newest] = items;
  if (newest === undefined) return ok('no payload is stored yet');
  const { storage_path: storagePath, held_by: heldBy, sha256, size_bytes: bytes } = newest;
  if (heldBy !== null) return ok(`the newest payload is on the disk of ${heldBy}`);
  if (newest.file_state !== 'stored')
    return warning(
      `the file of the newest payload, ${newest.id}, is ${newest.file_state}`,
      'See `crawlchain fsck`.',
    );
  const state = await createPayloadFiles(settings)
    .check(storagePath, { sha256, bytes, isDeep: false })
    .catch(messageOf);
  return state === 'whole'
    ? ok(`the file of the newest payload, ${newest.id}, is there`)
    : broken(
        `the file of the newest payload, ${newest.id}, is ${state}: ${storagePath}`,
        'Check that STORAGE_ROOT is the folder that the workers write to; then `crawlchain fsck` shows which payloads are lost.',
      );
}
