import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { pictureAddress, signPicture } from '../../../api/picture-address.ts';
import { startApiServer } from '../../support/api-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const PATH = 'products/az/store/brand/id/image-0123abcd.webp';
const KEY = 'a secret that nobody guesses, for pictures';

/** Creates an API with one picture of 40 × 20 pixels in its storage. */
async function createServer(env: Record<string, string> = {}) {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const root = await temporaryFolder('api-images-');
  await mkdir(join(root, 'images', PATH, '..'), { recursive: true });
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } });
  await writeFile(join(root, 'images', PATH), await picture.webp().toBuffer());
  await writeFile(join(root, 'images', 'products', 'broken.webp'), 'no picture');
  await writeFile(join(root, 'outside.webp'), 'outside');
  const server = await startApiServer({ db, client, isLoopback: false, env: { STORAGE_ROOT: root, ...env } });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${server.url}${path}`, { headers });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes };
  };
  return { ...server, ask };
}

test('everybody is given a picture in the size and format that is asked for', async () => {
  const { ask } = await createServer();
  const { status, headers, bytes } = await ask(`/img/${PATH}?w=10&format=jpeg&gray=1&utm_source=mail`, {
    'sec-fetch-site': 'cross-site',
  });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 10, height: 5, format: 'jpeg' });
  expect((await ask(`/img/${encodeURIComponent(PATH)}`)).status).toBe(200);
});

test('who has a picture is told that it is the same', async () => {
  const { ask } = await createServer();
  const first = await ask(`/img/${PATH}?w=10`);
  const tag = String(first.headers.etag);
  const again = await ask(`/img/${PATH}?w=10`, { 'if-none-match': tag });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
  const other = await ask(`/img/${PATH}?w=11`, { 'if-none-match': tag });
  expect(other.status).toBe(200);
});

test('what is no picture, or no size of one, is refused', async () => {
  const { call } = await createServer();
  for (const [path, ...expected] of [
    [`/img/${PATH}?w=0`, 400, 'bad-input'],
    [`/img/${PATH}?w=10&w=20`, 400, 'bad-input'],
    [`/img/${PATH}?format=gif`, 400, 'bad-input'],
    ['/img/products/none.webp', 404, 'not-found'],
    ['/img/products/broken.webp', 404, 'not-found'],
    ['/img/..%2foutside.webp', 404, 'not-found'],
    ['/img/%2fetc%2fpasswd', 404, 'not-found'],
    ['/img/%zz', 400, 'bad-input'],
    ['/img/', 404, 'not-found'],
  ] as const) {
    const { status, body } = await call('GET', path);
    expect([path, status, body.code]).toEqual([path, ...expected]);
  }
});

test('with a key for signing, only signed addresses are answered', async () => {
  const { ask, call } = await createServer({ IMAGE_SIGNING_KEY: KEY });
  const unsigned = await call('GET', `/img/${PATH}?w=10`);
  expect([unsigned.status, unsigned.body.code]).toEqual([403, 'bad-signature']);
  const signature = signPicture(`/img/${PATH}`, new URLSearchParams({ w: '10', format: 'avif' }), KEY);
  expect((await ask(`/img/${PATH}?format=avif&w=10&sig=${signature}`)).status).toBe(200);
  expect((await ask(`/img/${PATH}?format=avif&w=11&sig=${signature}`)).status).toBe(403);
  expect((await ask(pictureAddress(`images/${PATH}`, KEY)!)).status).toBe(200);
});
