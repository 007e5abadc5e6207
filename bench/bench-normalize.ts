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
import { median, round, type Measurement } from './measurement.ts';

const PRODUCTS = 1000;

/** Rounds that are measured, after as many to warm up: the ways take turns, so that a busy moment meets all of them. */
const ROUNDS = 60;

const gunzipBytes = promisify(gunzip);

/**
 * Reading a stored menu of 1,000 products, as the ingest does (read and prove the file, decompress, parse, normalize
 * each product), beside the bare decompression and parsing of the same file; and what the comparison of fields adds.
 */
export async function benchNormalize(): Promise<Measurement> {
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
    const timesMs = await takeTurns({
      bare: async () => {
        JSON.parse((await gunzipBytes(await readFile(join(root, stored.path)))).toString('utf8'));
      },
      read: async () => {
        await readMenu();
      },
      normalized: async () => {
        const { products } = normalizeMenu(dutchie, await readMenu());
        if (products.length !== PRODUCTS) throw new Error(`Expected ${PRODUCTS}, got ${products.length}`);
      },
      compared: async () => {
        const menu = await readMenu();
        normalizeMenu(dutchie, menu);
        compareStructure(known, structureOf(menu, { maps: dutchie.fields.maps }));
      },
    });
    return toMeasurement(stored, timesMs);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function menuOf(count: number): unknown[] {
  const world = generateWorld({ seed: 11, dispensaries: 1, products: count });
  const records = world.stores.flatMap((store) => store.menuAt(0).map(({ record }) => record));
  // A generated store may have fewer than were asked for; the same records under other ids fill it up.
  return Array.from({ length: count }, (_, place) => {
    const record = records[place % records.length];
    const id = `${place}`.padStart(24, 'a');
    return place < records.length ? record : { ...record, id, _id: id };
  });
}

type Way = 'bare' | 'read' | 'normalized' | 'compared';

/** How long each way took, turn by turn. */
type Times = Record<Way, number[]>;

async function takeTurns(ways: Record<Way, () => Promise<void>>): Promise<Times> {
  const names = Object.keys(ways) as Way[];
  const timesMs: Times = { bare: [], read: [], normalized: [], compared: [] };
  for (let turn = -ROUNDS; turn < ROUNDS; turn += 1) {
    for (const name of names) {
      const startedAtMs = performance.now();
      await ways[name]();
      if (turn >= 0) timesMs[name].push(performance.now() - startedAtMs);
    }
  }
  return timesMs;
}

function toMeasurement(stored: StoredPayload, timesMs: Times): Measurement {
  // Ways of one turn met the same moment of a busy machine, so they are compared with each other first.
  const turns = Array.from({ length: ROUNDS }, (_, turn) => ({
    bare: timesMs.bare[turn] ?? NaN,
    normalized: timesMs.normalized[turn] ?? NaN,
    compared: timesMs.compared[turn] ?? NaN,
  }));
  return {
    figures: {
      products: PRODUCTS,
      'file, KiB': round(stored.bytes / 1024, 0),
      'JSON in it, KiB': round(stored.rawBytes / 1024, 0),
      'bare gunzip and JSON.parse, ms': round(median(timesMs.bare)),
      'read and proven, parsed, ms': round(median(timesMs.read)),
      'and normalized, ms': round(median(timesMs.normalized)),
      'and compared with known fields, ms': round(median(timesMs.compared)),
    },
    ratios: {
      vsParse: round(median(turns.map(({ bare, normalized }) => normalized / bare)), 2),
      vsParseWithFields: round(median(turns.map(({ bare, compared }) => compared / bare)), 2),
    },
  };
}
