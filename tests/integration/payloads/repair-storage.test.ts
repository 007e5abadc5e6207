import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repairStorage, type RepairOptions } from '../../../payloads/repair-storage.ts';
import { beginRun, makePayloadRecord, storePayload } from '../db/make-crawl.ts';
import { suspicion } from '../db/make-quarantined.ts';
import { quarantinePayload } from '../../../db/queries/quarantine.ts';
import type { HeldRun } from '../../../db/queries/crawl-runs.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const forEver = { days: null, perDispensary: null };

/** Creates a storage. @param holder the only worker that has the storage's disk */
async function createStorage(holder?: string) {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('repair-');
  const tools = {
    db,
    storageRoot: root,
    payloadFiles: createPayloadFiles({
      root,
      held: holder === undefined ? null : { holder, returnSeconds: 600 },
    }),
    pageSpool: createPageSpool({ root }),
  };

  async function write(run: HeldRun, fetchedAt: Date) {
    const file = await tools.payloadFiles.write({
      dispensaryId: run.dispensaryId,
      fetchedAt,
      document: { products: [fetchedAt.getTime()] },
    });
    const record = await makePayloadRecord(db, fetchedAt);
    return { ...record, storagePath: file.path, sha256: file.sha256, bytes: file.bytes };
  }
  return {
    ...tools,
    /** Stores a payload and its file. */
    async store(run: HeldRun, fetchedAt: Date, heldBy: string | null = null) {
      const payload = { ...(await write(run, fetchedAt)), heldBy };
      return { id: await storePayload(db, run, payload), path: payload.storagePath };
    },
    async quarantine(run: HeldRun, fetchedAt: Date) {
      const payload = await write(run, fetchedAt);
      return { id: await quarantinePayload(db, run, { payload, suspicion }), path: payload.storagePath };
    },
    repair: (options: Partial<RepairOptions> = {}) =>
      repairStorage(tools, {
        isRepairing: true,
        isDeep: false,
        retention: forEver,
        isForced: false,
        onProgress: () => undefined,
        ...options,
      }),
    stateOf: async (id: number) =>
      (
        await db
          .selectFrom('raw_crawl_payloads')
          .where('id', '=', id)
          .select('file_state')
          .executeTakeFirstOrThrow()
      ).file_state,
    isThere: (path: string) => existsSync(join(root, path)),
    at: (path: string) => join(root, path),
  };
}

describe('rows and files', () => {
  test('that belong together stay as they are', async () => {
    const storage = await createStorage();
    const { id, path } = await storage.store(await beginRun(storage.db), daysAgo(3));
    expect(await storage.repair({ isDeep: true })).toMatchObject({
      payloadsChecked: 1,
      missing: 0,
      corrupt: 0,
      strayFiles: 0,
      samples: [],
    });
    expect(await storage.stateOf(id)).toBe('stored');
    expect(storage.isThere(path)).toBe(true);
  });

  test('where workers share no storage each looks after its own files alone', async () => {
    const storage = await createStorage('pod-a');
    const own = await storage.store(await beginRun(storage.db), daysAgo(3), 'pod-a');
    const elsewhere = await storage.store(await beginRun(storage.db), daysAgo(400), 'pod-b');
    const shared = await storage.store(await beginRun(storage.db), daysAgo(400));
    for (const { path } of [own, elsewhere, shared]) await rm(storage.at(path));
    const retention = { days: 30, perDispensary: null };
    expect(await storage.repair({ retention, isForced: true })).toMatchObject({
      payloadsChecked: 1,
      missing: 1,
      expired: 0,
    });
    expect(await storage.stateOf(own.id)).toBe('missing');
    for (const { id } of [elsewhere, shared]) expect(await storage.stateOf(id)).toBe('stored');
  });

  test('a missing file is marked, and the mark goes when the file is back', async () => {
    const storage = await createStorage();
    const { id, path } = await storage.store(await beginRun(storage.db), daysAgo(3));
    await rename(storage.at(path), storage.at(`${path}.away`));
    expect(await storage.repair()).toMatchObject({ missing: 1, samples: [{ what: 'missing', path }] });
    expect(await storage.stateOf(id)).toBe('missing');
    await rename(storage.at(`${path}.away`), storage.at(path));
    expect(await storage.repair()).toMatchObject({ missing: 0, backAgain: 1 });
    expect(await storage.stateOf(id)).toBe('stored');
  });

  test('a file of another size is marked at once, one that differs in a byte by a deep look', async () => {
    const storage = await createStorage();
    const short = await storage.store(await beginRun(storage.db), daysAgo(3));
    const flipped = await storage.store(await beginRun(storage.db), daysAgo(3));
    await writeFile(storage.at(short.path), 'x');
    const { bytes } = await storage.db
      .selectFrom('raw_crawl_payloads')
      .where('id', '=', flipped.id)
      .select('size_bytes as bytes')
      .executeTakeFirstOrThrow();
    const whole = await readFile(storage.at(flipped.path));
    await writeFile(storage.at(flipped.path), Buffer.alloc(bytes, 7));
    await storage.repair();
    expect([await storage.stateOf(short.id), await storage.stateOf(flipped.id)]).toEqual([
      'corrupt',
      'stored',
    ]);
    await storage.repair({ isDeep: true });
    expect(await storage.stateOf(flipped.id)).toBe('corrupt');
    expect(await storage.repair()).toMatchObject({ corrupt: 2, backAgain: 0 });
    expect(await storage.stateOf(flipped.id)).toBe('corrupt');
    await writeFile(storage.at(flipped.path), whole);
    expect(await storage.repair()).toMatchObject({ corrupt: 1, backAgain: 1 });
    expect(await storage.stateOf(flipped.id)).toBe('stored');
  });

  test('another folder, with other files in it, marks none as missing unless a person says so', async () => {
    const storage = await createStorage();
    const run = await beginRun(storage.db);
    const stored = [];
    for (let days = 12; days > 0; days -= 1) stored.push(await storage.store(run, daysAgo(days)));
    await rm(storage.at('payloads'), { recursive: true });
    await mkdir(storage.at('payloads/2020/01/01'), { recursive: true });
    await writeFile(storage.at('payloads/2020/01/01/store_1_x.json.gz'), 'x');
    await expect(storage.repair()).rejects.toThrow(/which has none of the payloads that the database knows/);
    expect(await storage.stateOf(stored[0]!.id)).toBe('stored');
    expect(await storage.repair({ isForced: true })).toMatchObject({ missing: 12 });
    expect(await storage.stateOf(stored[0]!.id)).toBe('missing');
  });

  test('files are left alone when it is the rows that are missing, unless a person says so', async () => {
    const storage = await createStorage();
    const run = await beginRun(storage.db);
    const stored = [];
    for (let days = 14; days > 2; days -= 1) stored.push(await storage.store(run, daysAgo(days)));
    for (const { path } of stored) await utimes(storage.at(path), daysAgo(2), daysAgo(2));
    await storage.db.deleteFrom('raw_crawl_payloads').execute();
    expect(await storage.repair()).toMatchObject({ strayFiles: 12, straysKept: 12 });
    expect(stored.every(({ path }) => storage.isThere(path))).toBe(true);
    expect(await storage.repair({ isForced: true })).toMatchObject({ strayFiles: 12, straysKept: 0 });
    expect(stored.some(({ path }) => storage.isThere(path))).toBe(false);
  });

  test('an empty folder where the payloads should be is another folder, and marks none as missing', async () => {
    const storage = await createStorage();
    const { id } = await storage.store(await beginRun(storage.db), daysAgo(3));
    await rm(storage.at('.'), { recursive: true });
    await expect(storage.repair()).rejects.toThrow(/STORAGE_ROOT is .*, which has none of the payloads/);
    await mkdir(storage.at('.'));
    await expect(storage.repair()).rejects.toThrow(/STORAGE_ROOT is .*, which has none of the payloads/);
    expect(await storage.stateOf(id)).toBe('stored');
  });

  test('what writes and lost attempts left behind is removed once it is old', async () => {
    const storage = await createStorage();
    const { path } = await storage.store(await beginRun(storage.db), daysAgo(3));
    const folder = path.slice(0, path.lastIndexOf('/'));
    const leftovers = [`${folder}/.store_9.json.gz.abc.tmp`, `${folder}/store_9_old.json.gz`];
    const young = [`${folder}/.store_8.json.gz.def.tmp`, `${folder}/store_8_new.json.gz`];
    for (const leftover of [...leftovers, ...young]) await writeFile(storage.at(leftover), 'x');
    for (const leftover of leftovers) await utimes(storage.at(leftover), daysAgo(2), daysAgo(2));
    await mkdir(storage.at('images/products'), { recursive: true });
    await writeFile(storage.at('images/products/image-1.webp'), 'x');
    await utimes(storage.at('images/products/image-1.webp'), daysAgo(2), daysAgo(2));

    const looked = await storage.repair({ isRepairing: false });
    expect(looked).toMatchObject({ strayFiles: 1, temporaryFiles: 1 });
    expect([...leftovers, ...young].every(storage.isThere)).toBe(true);
    await storage.repair();
    expect(leftovers.filter(storage.isThere)).toEqual([]);
    expect([...young, path, 'images/products/image-1.webp'].every(storage.isThere)).toBe(true);
  });

  test('spools of runs that are over go, that of a running one stays', async () => {
    const storage = await createStorage();
    const run = await beginRun(storage.db);
    await storage.pageSpool.write({ run: run.crawlRunId, attempt: 1 }, 0, {});
    await storage.pageSpool.write({ run: 987_654, attempt: 1 }, 0, {});
    expect(await storage.repair()).toMatchObject({ spools: 1 });
    expect(await storage.pageSpool.runs()).toEqual([run.crawlRunId]);
  });
});

describe('retention', () => {
  test('by days removes the file and keeps the row', async () => {
    const storage = await createStorage();
    const run = await beginRun(storage.db);
    const old = await storage.store(run, daysAgo(40));
    const recent = await storage.store(run, daysAgo(2));
    expect(await storage.repair({ retention: { days: 30, perDispensary: null } })).toMatchObject({
      expired: 1,
    });
    expect([storage.isThere(old.path), storage.isThere(recent.path)]).toEqual([false, true]);
    expect(await storage.stateOf(old.id)).toBe('expired');
  });

  test('by count keeps the newest of each dispensary', async () => {
    const storage = await createStorage();
    const [one, other] = [await beginRun(storage.db), await beginRun(storage.db)];
    const stored = [];
    for (const days of [5, 4, 3]) stored.push(await storage.store(one, daysAgo(days)));
    const alone = await storage.store(other, daysAgo(9));
    await storage.repair({ retention: { days: null, perDispensary: 2 } });
    expect(stored.map(({ path }) => storage.isThere(path))).toEqual([false, true, true]);
    expect(storage.isThere(alone.path)).toBe(true);
  });

  test('never takes the newest believed payload, nor one that waits for a decision', async () => {
    const storage = await createStorage();
    const run = await beginRun(storage.db);
    const good = await storage.store(run, daysAgo(400));
    const suspect = await storage.quarantine(run, daysAgo(300));
    await storage.repair({ retention: { days: 1, perDispensary: 1 } });
    expect([storage.isThere(good.path), storage.isThere(suspect.path)]).toEqual([true, true]);
    expect(await storage.stateOf(good.id)).toBe('stored');
  });
});
