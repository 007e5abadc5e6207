import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { normalizeMenu } from '../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../platforms/registry.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { readEnvironment } from '../config/environment.ts';
import { generateWorld } from '../sandbox/world/generate-world.ts';
import { createPayloadFiles, type StoredPayload } from '../storage/payload-files.ts';
import { structureOf } from '../domain/structure.ts';
import { compareStructure } from '../domain/drift.ts';
import { round, spreadOf, type Measurement } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { takeTurns, timed, type Rounds } from './take-turns.ts';

const PRODUCTS = 1000;

const ROUNDS = 40;
/** After these rounds, the JIT compiler has optimized all ways. */
const WARM_UP_ROUNDS = 20;

const gunzipBytes = promisify<Buffer, { chunkSize: number }, Buffer>(gunzip);

/**
 * Compares reading a stored menu of 1,000 products as the ingest does (read and verify the file, decompress, parse, normalize
 * each product) with the bare decompression and parsing of the same file. Also measures what the comparison of fields adds.
 */
export async function benchNormalize({ rounds = ROUNDS }: BenchOptions): Promise<Measurement> {
  const root = await mkdtemp(join(tmpdir(), 'bench-normalize-'));
  try {
    const files = createPayloadFiles({ root });
    const stored = await files.write({
      dispensaryId: 1,
      fetchedAt: new Date('2026-06-01T12:00:00Z'),
      document: { platform: 'dutchie', products: menuOf(PRODUCTS) },
    });
    const { dutchie } = createPlatformRegistry(platformSettings(readEnvironment({})));
    const readMenu = async () =>
      ((await files.read(stored.path, stored)) as { products: unknown[] }).products;
    const known = new Map(dutchie.fields.documented.map((field) => [field.path, field]));
    // With room for the whole text and a spare byte, zlib needs only one chunk.
    const onePiece = { chunkSize: stored.rawBytes + 1 };
    const times = await takeTurns<Way, number>(
      {
        bare: timed(async () => {
          JSON.parse((await gunzipBytes(await readFile(join(root, stored.path)), onePiece)).toString('utf8'));
        }),
        read: timed(readMenu),
        normalized: timed(async () => {
          const { products } = normalizeMenu(dutchie, await readMenu());
          if (products.length !== PRODUCTS) throw new Error(`Expected ${PRODUCTS}, got ${products.length}`);
        }),
        compared: timed(async () => {
          const menu = await readMenu();
          normalizeMenu(dutchie, menu);
          compareStructure(known, structureOf(menu, { maps: dutchie.fields.maps }));
        }),
      },
      { rounds, warmUp: WARM_UP_ROUNDS },
    );
    return toMeasurement(stored, times);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function menuOf(count: number): unknown[] {
  const world = generateWorld({ seed: 11, dispensaries: 1, products: count });
  const records = world.stores.flatMap((store) => store.menuAt(0).map(({ record }) => record));
  // A generated store may have fewer products than requested; repeats under other ids fill it up.
  return Array.from({ length: count }, (_, place) => {
    const record = records[place % records.length];
    const id = `${place}`.padStart(24, 'a');
    return place < records.length ? record : { ...record, id, _id: id };
  });
}

type Way = 'bare' | 'read' | 'normalized' | 'compared';

function toMeasurement(stored: StoredPayload, rounds: Rounds<Way, number>): Measurement {
  const timesOf = (way: Way) => spreadOf(rounds.map((times) => times[way]));
  const versusBare = (way: Way) =>
    spreadOf(
      rounds.map((times) => times[way] / times.bare),
      2,
    );
  return {
    figures: {
      products: PRODUCTS,
      'file, KiB': round(stored.bytes / 1024, 0),
      'JSON in it, KiB': round(stored.rawBytes / 1024, 0),
      'bare gunzip and JSON.parse, ms': timesOf('bare'),
      'read and proven, parsed, ms': timesOf('read'),
      'and normalized, ms': timesOf('normalized'),
      'and compared with known fields, ms': timesOf('compared'),
    },
    ratios: {
      vsParse: versusBare('normalized'),
      vsParseWithFields: versusBare('compared'),
    },
    notes: {
      vsParse:
        'bare checks neither size nor checksum, and normalizes nothing; it decompresses into one piece',
      vsParseWithFields: 'the same, and bare compares no fields',
    },
  };
}
