import { mkdtemp, readdir, readFile, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPayloadFiles, payloadPath, type PayloadFiles } from '../../../storage/payload-files.ts';

const fetchedAt = new Date('2026-11-21T10:15:30.123Z');
const document = {
  data: {
    products: [
      { id: 'a', price: 12.5 },
      { id: 'b', name: 'Crème' },
    ],
  },
};

let root: string;
let files: PayloadFiles;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'payloads-'));
  files = createPayloadFiles({ root });
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const kind = (name: string) => expect.objectContaining({ kind: name });

describe('payloadPath', () => {
  test('is made of the store and the moment in UTC', () => {
    expect(payloadPath(112, fetchedAt)).toBe('payloads/2026/11/21/store_112_20261121T101530123Z.json.gz');
    expect(payloadPath('9007199254740993', new Date('2026-11-21T23:30:00-05:00'))).toBe(
      'payloads/2026/11/22/store_9007199254740993_20261122T043000000Z.json.gz',
    );
  });

  test.each([0, -1, 1.5, '', '1/../2', '../x', 'abc', Number.NaN])('refuses the id %s', (id) => {
    expect(() => payloadPath(id, fetchedAt)).toThrow(kind('InvalidInput'));
  });

  test('refuses a date that is none, or that no folder of four digits holds', () => {
    for (const date of [new Date(Number.NaN), new Date(8.64e15), new Date(-8.64e15)]) {
      expect(() => payloadPath(1, date)).toThrow(kind('InvalidInput'));
    }
  });

  test('differs for any two stores or moments, and never leaves its folder', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true });
    const payload = fc.tuple(fc.integer({ min: 1 }), dates);
    fc.assert(
      fc.property(payload, payload, ([id, date], [otherId, otherDate]) => {
        const path = payloadPath(id, date);
        expect(path).toMatch(/^payloads\/\d{4}\/\d{2}\/\d{2}\/store_\d+_\d{8}T\d{9}Z\.json\.gz$/);
        const isSame = id === otherId && date.getTime() === otherDate.getTime();
        expect(payloadPath(otherId, otherDate) === path).toBe(isSame);
      }),
    );
  });
});

describe('write', () => {
  test('stores gzip JSON and says what is in the file', async () => {
    const stored = await files.write({ dispensaryId: 112, fetchedAt, document });
    const file = await readFile(join(root, stored.path));
    expect(stored).toEqual({
      path: payloadPath(112, fetchedAt),
      sha256: sha256(file),
      bytes: file.length,
      rawBytes: Buffer.byteLength(JSON.stringify(document)),
    });
    expect(JSON.parse(gunzipSync(file).toString())).toEqual(document);
    expect(await readdir(join(root, 'payloads/2026/11/21'))).toHaveLength(1);
  });

  test('takes a Buffer as JSON that is written already', async () => {
    const stored = await files.write({ dispensaryId: 1, fetchedAt, document: Buffer.from('{"a": 1}') });
    expect(stored.rawBytes).toBe(8);
    expect(await files.read(stored.path, stored)).toEqual({ a: 1 });
  });

  test('said twice it is the same, and another payload never takes its place', async () => {
    const first = await files.write({ dispensaryId: 1, fetchedAt, document });
    expect(await files.write({ dispensaryId: 1, fetchedAt, document })).toEqual(first);
    await expect(files.write({ dispensaryId: 1, fetchedAt, document: {} })).rejects.toThrow(
      kind('InvalidInput'),
    );
    expect(await files.read(first.path, first)).toEqual(document);
  });

  test('refuses what is no JSON', async () => {
    await expect(files.write({ dispensaryId: 1, fetchedAt, document: undefined })).rejects.toThrow(
      kind('InvalidInput'),
    );
  });
});

describe('read', () => {
  test('gives any document back as it was', async () => {
    let id = 0;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noNegativeZero: true } as object), async (value) => {
        id += 1;
        const stored = await files.write({ dispensaryId: id, fetchedAt, document: value });
        expect(await files.read(stored.path, stored)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 30 },
    );
  });

  test('finds any flipped bit and any cut', async () => {
    const stored = await files.write({ dispensaryId: 1, fetchedAt, document });
    const whole = await readFile(join(root, stored.path));
    expect(await files.readCompressed(stored.path, stored)).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), fc.boolean(), async (position, bit, isCut) => {
        const damaged = Buffer.from(isCut ? whole.subarray(0, position) : whole);
        if (!isCut) damaged.writeUInt8(damaged.readUInt8(position) ^ (1 << bit), position);
        await writeFile(join(root, stored.path), damaged);
        await expect(files.read(stored.path, stored)).rejects.toThrow(kind('CorruptPayload'));
        await expect(files.readCompressed(stored.path, stored)).rejects.toThrow(kind('CorruptPayload'));
      }),
      { numRuns: 60 },
    );
  });

  test('finds a missing file, a folder and JSON that does not parse', async () => {
    const expected = { sha256: sha256(Buffer.alloc(0)), bytes: 0 };
    await expect(files.read('payloads/2026/01/01/store_1_x.json.gz', expected)).rejects.toThrow(
      kind('CorruptPayload'),
    );
    const broken = gzipSync('{"a":');
    await writeFile(join(root, 'broken.json.gz'), broken);
    const row = { sha256: sha256(broken), bytes: broken.length };
    await expect(files.read('broken.json.gz', row)).rejects.toThrow(kind('CorruptPayload'));
  });

  test('stops at the limit of the JSON', async () => {
    const stored = await files.write({ dispensaryId: 1, fetchedAt, document: 'x'.repeat(100_000) });
    await expect(files.read(stored.path, { ...stored, maxBytes: 50_000 })).rejects.toThrow(
      kind('CorruptPayload'),
    );
    await expect(files.read(stored.path, { ...stored, maxBytes: 200_000 })).resolves.toHaveLength(100_000);
  });

  test.each(['', '/etc/passwd', '../outside', 'payloads/../../outside', 'payloads//x', './x', '.', 'a\0b'])(
    'refuses the path "%s"',
    async (path) => {
      await expect(files.read(path, { sha256: '', bytes: 0 })).rejects.toThrow(kind('InvalidInput'));
      await expect(files.remove(path)).rejects.toThrow(kind('InvalidInput'));
    },
  );

  test('follows no link out of the root', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await mkdir(join(root, 'payloads'));
    await symlink(outside, join(root, 'payloads/linked'));
    await writeFile(join(outside, 'x.json.gz'), gzipSync('{}'));
    await expect(files.read('payloads/linked/x.json.gz', { sha256: '', bytes: 0 })).rejects.toThrow(
      kind('InvalidInput'),
    );
    await symlink(join(outside, 'x.json.gz'), join(root, 'payloads/x.json.gz'));
    await expect(files.read('payloads/x.json.gz', { sha256: '', bytes: 0 })).rejects.toThrow(
      kind('CorruptPayload'),
    );
    await rm(outside, { recursive: true });
  });
});

describe('remove', () => {
  test('removes, and a second time is no error', async () => {
    const stored = await files.write({ dispensaryId: 1, fetchedAt, document });
    await files.remove(stored.path);
    await files.remove(stored.path);
    await expect(files.read(stored.path, stored)).rejects.toThrow(kind('CorruptPayload'));
  });
});
