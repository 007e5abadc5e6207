import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram, startProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';

const SIDE = 600;

/** An address without a server: pictures are served without Temporal. */
const NOWHERE = '127.0.0.1:1';

/** Starts the API as a process of its own, with one picture of noise, the content that takes longest to render. */
async function startApi(side: number) {
  const root = await temporaryFolder('picture-attack-');
  await mkdir(join(root, 'images'), { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'gray', noise } });
  await writeFile(join(root, 'images', 'noise.webp'), await picture.webp({ effort: 0 }).toBuffer());
  const { url: DATABASE_URL } = await createTestDatabase();
  const env = { DATABASE_URL, TEMPORAL_ADDRESS: NOWHERE, STORAGE_ROOT: root, API_PORT: '0' };
  const api = startProgram('api/main.ts', [], env);
  const listening = /"url":"(http:[^"]+)","msg":"listening"/;
  await expect.poll(() => api.sofar.stdout, { timeout: 60_000 }).toMatch(listening);
  return listening.exec(api.sofar.stdout)![1]!;
}

/** Returns a function that requests pictures from one address of this machine. */
function fetchFrom(localAddress: string, url: string) {
  const agent = new Agent({ localAddress });
  onTestFinished(() => agent.destroy());
  return async (query: string) => {
    const { statusCode, body } = await request(`${url}/img/noise.webp?${query}`, { dispatcher: agent });
    return { status: statusCode, bytes: Buffer.from(await body.arrayBuffer()) };
  };
}

test('one address that asks for many large pictures neither fills the queue nor delays the picture of another', async () => {
  const url = await startApi(SIDE);
  const attack = fetchFrom('127.0.0.2', url);
  const refused = Promise.withResolvers<void>();
  let made = 0;
  const attacks = Promise.all(
    Array.from({ length: 150 }, async (_, at) => {
      const { status } = await attack(`w=4000&h=4000&q=100&format=avif&blur=${(1 + at / 100).toFixed(2)}`);
      if (status === 200) made += 1;
      if (status === 429) refused.resolve();
      return status;
    }),
  );
  await refused.promise;
  const madeBefore = made;
  const { status, bytes } = await fetchFrom('127.0.0.3', url)('w=4000&h=4000&format=avif');
  expect(status).toBe(200);
  // The request waits only for renderings in progress, and for one rendering of each other client.
  expect(made - madeBefore).toBeLessThan(10);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: SIDE, height: SIDE });
  const statuses = await attacks;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(made).toBeLessThan(40);
});

test('pictures that a client asks for and does not read take a share of the memory, and others get theirs', async () => {
  const url = await startApi(2_600);
  /** Requests a picture, but never reads the body of the response. */
  const ask = async (localAddress: string) => {
    const requested = get(`${url}/img/noise.webp?format=png`, { localAddress, agent: false });
    onTestFinished(() => void requested.destroy());
    requested.on('error', () => undefined);
    const [{ statusCode }] = (await once(requested, 'response')) as [IncomingMessage];
    return { statusCode, close: () => requested.destroy() };
  };
  const first = await ask('127.0.0.2');
  const others = [];
  for (let at = 0; at < 9; at += 1) others.push(await ask('127.0.0.2'));
  const statuses = [first, ...others].map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await ask('127.0.0.3')).statusCode).toBe(200);
  for (const { close } of others) close();
  await expect.poll(async () => (await ask('127.0.0.2')).statusCode, { timeout: 30_000 }).toBe(200);
});

test('where others reach it, the API does not start without a key for signing pictures, and says so', async () => {
  const { url: DATABASE_URL } = await createTestDatabase();
  const { code, stdout } = await runProgram('api/main.ts', [], {
    DATABASE_URL,
    TEMPORAL_ADDRESS: NOWHERE,
    API_HOST: '0.0.0.0',
    API_PORT: '0',
  });
  expect(code).toBe(2);
  expect(stdout).toMatch(/API_HOST is 0\.0\.0\.0.*IMAGE_SIGNING_KEY is not set.*openssl rand -hex 32/);
});
