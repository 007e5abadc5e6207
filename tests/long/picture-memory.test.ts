import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** An address without a server: pictures are served without Temporal. */
const NOWHERE = '127.0.0.1:1';

const SIDE = 4_000;
const ATTACKERS = 6;
const REQUESTS_EACH = 3;

/**
 * The highest allowed peak of memory in MiB. 705 were measured on two cores. Rendering two such pictures at once takes 870 in a process
 * that does nothing else.
 */
const PEAK_MEBIBYTES_MAX = 896;

/** Starts the API as a process of its own, with an ordinary picture, and a large one of noise, the costliest content. */
async function startApi() {
  const root = await temporaryFolder('picture-memory-');
  await mkdir(join(root, 'images'), { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  for (const [name, side] of [
    ['large', SIDE],
    ['ordinary', 640],
  ] as const) {
    const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'gray', noise } });
    await writeFile(join(root, 'images', `${name}.webp`), await picture.webp({ effort: 0 }).toBuffer());
  }
  const { url: DATABASE_URL } = await createTestDatabase();
  const MALLOC_ARENA_MAX = await arenasOfScript();
  const env = {
    DATABASE_URL,
    TEMPORAL_ADDRESS: NOWHERE,
    STORAGE_ROOT: root,
    API_PORT: '0',
    MALLOC_ARENA_MAX,
  };
  const api = startProgram('api/main.ts', [], env);
  const listening = /"url":"(http:[^"]+)","msg":"listening"/;
  await expect.poll(() => api.sofar.stdout, { timeout: 60_000 }).toMatch(listening);
  return { pid: api.pid, url: listening.exec(api.sofar.stdout)![1]! };
}

/** Reads the number of malloc arenas that `npm run api` sets. */
async function arenasOfScript(): Promise<string> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { api: string } };
  return /MALLOC_ARENA_MAX:-(\d+)/.exec(scripts.api)![1]!;
}

/** Returns a function that requests pictures from one address of this machine. */
function clientAt(localAddress: string, url: string) {
  const agent = new Agent({ localAddress });
  onTestFinished(() => agent.destroy());
  return async (path: string) => {
    const { statusCode, body } = await request(`${url}/img/${path}`, {
      dispatcher: agent,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { status: statusCode, bytes: Buffer.from(await body.arrayBuffer()) };
  };
}

/** Reads the peak memory of a process in MiB. */
async function peakMebibytes(pid: number): Promise<number> {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kibibytes) / 1024);
}

test('large pictures requested from many addresses keep the API within a gibibyte, and another address gets its picture', async () => {
  const { pid, url } = await startApi();
  const first = Promise.withResolvers<void>();
  const made: number[] = [];
  const attacks = Array.from({ length: ATTACKERS }, (_, at) => {
    const ask = clientAt(`127.0.0.${at + 2}`, url);
    return Array.from({ length: REQUESTS_EACH }, async (__, number) => {
      // Each request is for another picture, so that no cache helps. WebP without blur takes the most memory.
      const kind =
        number === REQUESTS_EACH - 1
          ? `format=webp&h=${SIDE - at * REQUESTS_EACH - number}`
          : `format=avif&h=${SIDE}&blur=${(0.3 + at / 10 + number / 1000).toFixed(3)}`;
      const { status, bytes } = await ask(`large.webp?w=${SIDE}&q=100&${kind}`);
      made.push(bytes.length);
      first.resolve();
      return status;
    });
  }).flat();
  await first.promise;
  const before = made.length;
  const { status } = await clientAt('127.0.0.100', url)('ordinary.webp?w=320');
  expect(status).toBe(200);
  // The request waits only for renderings in progress, and for one rendering of each other address.
  expect(made.length - before).toBeLessThan(2 * ATTACKERS);
  const statuses = new Set(await Promise.all(attacks));
  // On a busy machine, a rendering may exceed its time limit, which gives 404.
  statuses.delete(404);
  expect(statuses).toEqual(new Set([200]));
  expect(await peakMebibytes(pid)).toBeLessThan(PEAK_MEBIBYTES_MAX);
});
