import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { removePostgresData } from '../local/postgres-home.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { copySnapshots } from './copy-snapshots.ts';
import { loadLegacy } from './load-legacy.ts';
import { round, spreadOf, type Measurement } from './measurement.ts';
import { memoryOf } from './sample-memory.ts';
import { createDatabase, print, startDatabase } from './start-servers.ts';
import { takeTurns } from './take-turns.ts';

const SIZE = { dispensaries: 1_000, products: 100_000, snapshots: 500_000, files: 300 };
const COPIES = 7;
const SAMPLE_EVERY_MS = 200;
const MIB = 2 ** 20;
const CRAWLCHAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/**
 * Measures the command `crawlchain import legacy` on a legacy system with half a million snapshots, compared with the bare copy
 * of these snapshots, `COPY TO` into `COPY FROM`, between the same databases on one PostgreSQL that writes to disk.
 */
export async function benchImport(): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  try {
    const { server, url } = await startDatabase({ folder, group });
    const legacy = await createDatabase(server.url, 'legacy');
    const payloads = join(folder, 'payloads');
    await loadLegacy(legacy, payloads, SIZE);
    const clients = { legacy: await connect(legacy), ours: await connect(url) };
    const env = { DATABASE_URL: url, LEGACY_DATABASE_URL: legacy, STORAGE_ROOT: join(folder, 'storage') };
    try {
      return await measure(clients, () =>
        spawn(process.execPath, [CRAWLCHAIN, 'import', 'legacy', '--payloads', payloads], {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
    } finally {
      await Promise.all([clients.legacy.end(), clients.ours.end()]);
    }
  } finally {
    await group.stopAll();
    await removePostgresData(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

interface Clients {
  legacy: Client;
  ours: Client;
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function measure({ legacy, ours }: Clients, start: () => ChildProcess): Promise<Measurement> {
  print('Importing…');
  const imported = await follow(ours, start());
  print('Copying…');
  const copies = await takeTurns(
    {
      bare: () => copySnapshots(legacy, ours, 'bare'),
      keyed: () => copySnapshots(legacy, ours, 'keyed'),
    },
    { rounds: COPIES, warmUp: 0 },
  );
  const rates = {
    files: rate(SIZE.files, imported.seconds.get('raw_crawl_payloads')),
    products: rate(SIZE.products, imported.seconds.get('store_products')),
    snapshots: rate(SIZE.snapshots, imported.seconds.get('store_product_snapshots')),
  };
  const copyRates = (into: 'bare' | 'keyed') => copies.map((seconds) => rate(SIZE.snapshots, seconds[into]));
  const versus = (into: 'bare' | 'keyed') =>
    spreadOf(
      copyRates(into).map((copyRate) => rates.snapshots / copyRate),
      2,
    );
  return {
    figures: {
      'whole import, s': round(imported.wholeSec),
      'dispensaries, with start of the command, s': round(imported.seconds.get('dispensaries') ?? NaN),
      'after the last snapshot, s': round(imported.afterSec),
      'payload files a second': round(rates.files, 0),
      'products, rows a second': round(rates.products, 0),
      'snapshots, rows a second': round(rates.snapshots, 0),
      'COPY into a bare table, rows a second': spreadOf(copyRates('bare'), 0),
      'COPY into a table with our keys, rows a second': spreadOf(copyRates('keyed'), 0),
      'memory after a tenth of the snapshots, MiB': round(imported.earlyBytes / MIB, 0),
      'memory at its peak, MiB': round(imported.peakBytes / MIB, 0),
    },
    ratios: {
      vsCopy: versus('bare'),
      vsKeyedCopy: versus('keyed'),
      peakVsEarlyMemory: round(imported.peakBytes / imported.earlyBytes, 2),
    },
    notes: {
      vsCopy:
        'one import, before all copies, so the spread is that of the copies; they check and look up nothing',
      vsKeyedCopy: 'the same, into a table with our keys and indexes',
    },
  };
}

function rate(rows: number, seconds = NaN): number {
  return rows / seconds;
}

interface FollowedImport {
  /** The seconds for each table, from the end of the previous one. */
  seconds: Map<string, number>;
  afterSec: number;
  wholeSec: number;
  /** The peak memory up to a tenth of the snapshots. */
  earlyBytes: number;
  peakBytes: number;
}

/** Samples the import's progress and memory until it ends. */
async function follow(ours: Client, child: ChildProcess): Promise<FollowedImport> {
  const startedAtMs = Date.now();
  const closed = Promise.withResolvers<{ code: number | null }>();
  child.on('close', (code: number | null) => closed.resolve({ code }));
  let end: { code: number | null } | null = null;
  let [earlyBytes, peakBytes] = [0, 0];
  const lastAtMs = new Map<string, number>();
  while (end === null) {
    const { rows } = await ours.query<{ step: string; rows: string; updated_at: Date }>(
      'select step, taken + present + refused as rows, updated_at from legacy_imports order by updated_at',
    );
    for (const { step, updated_at: at } of rows) lastAtMs.set(step, at.getTime());
    peakBytes = Math.max(peakBytes, memoryOf(child.pid ?? 0));
    const snapshots = Number(rows.find(({ step }) => step === 'store_product_snapshots')?.rows ?? 0);
    if (snapshots <= SIZE.snapshots / 10) earlyBytes = peakBytes;
    end = await Promise.race([closed.promise, wait(SAMPLE_EVERY_MS, null)]);
  }
  if (end.code !== 0) throw new Error(`the import ended with ${end.code}`);
  const endedAtMs = Date.now();
  let beforeMs = startedAtMs;
  const seconds = new Map<string, number>();
  for (const [step, atMs] of lastAtMs) {
    seconds.set(step, (atMs - beforeMs) / 1000);
    beforeMs = atMs;
  }
  return {
    seconds,
    afterSec: (endedAtMs - beforeMs) / 1000,
    wholeSec: (endedAtMs - startedAtMs) / 1000,
    earlyBytes,
    peakBytes,
  };
}
