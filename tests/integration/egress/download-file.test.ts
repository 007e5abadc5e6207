import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadFile, type FileDownload } from '../../../egress/download-file.ts';
import type { HttpTransport } from '../../../egress/http-transport.ts';
import { openPartFile, type FinishedFile } from '../../../storage/part-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { FailingWorld, proxyAt } from './failing-world.ts';
import { fileSite, serveFile, type FileSite } from './file-site.ts';
import { openTransport } from './open-transport.ts';

const PROCESS = fileURLToPath(new URL('./download-process.ts', import.meta.url));
const MB = 1_000_000;

let world: FailingWorld;
let site: FileSite;
let origin: string;
let proxyPort: number;
let transport: HttpTransport;

beforeAll(async () => {
  world = new FailingWorld();
  origin = `http://127.0.0.1:${await world.http((...exchange) => void serveFile(site, ...exchange))}`;
  proxyPort = await world.proxy();
  transport = await openTransport({ proxy: proxyAt(proxyPort) });
});

afterAll(async () => {
  await transport.close();
  await world.close();
});

/** Downloads the site's file into a folder, as one attempt. */
async function attempt(
  folder: string,
  options: Partial<FileDownload> & { path?: string } = {},
): Promise<FinishedFile> {
  const { path = '/file.bin', ...download } = options;
  const file = await openPartFile(join(folder, 'one.part'));
  try {
    await downloadFile(transport, `${origin}${path}`, {
      file,
      headers: [['accept-encoding', 'gzip, br']],
      wanted: 'any',
      maxBytes: 100 * MB,
      ...download,
    });
    return await file.finish(join(folder, 'done'));
  } finally {
    await file.close();
  }
}

/** Runs an attempt that is cancelled once it has received this many bytes. @returns how many it had received by then */
async function cancelledAt(folder: string, bytes: number): Promise<number> {
  const cancel = new AbortController();
  let received = 0;
  const running = attempt(folder, {
    signal: cancel.signal,
    onProgress(progress) {
      received = progress.bytes;
      if (received >= bytes) cancel.abort(new Error('cancelled'));
    },
  });
  await expect(running).rejects.toThrow('cancelled');
  return received;
}

/** Downloads in a process that is killed once it has received this many bytes. @returns how many it had received by then */
async function killedAt(folder: string, bytes: number): Promise<number> {
  const args = [PROCESS, `${origin}/file.bin`, String(proxyPort), folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let received = 0;
  for await (const line of createInterface(child.stdout)) {
    received = Number(line);
    if (received >= bytes) child.kill('SIGKILL');
  }
  expect(received).toBeGreaterThanOrEqual(bytes);
  return received;
}

async function expectContent(folder: string, content: Buffer): Promise<void> {
  expect((await readFile(join(folder, 'done'))).equals(content)).toBe(true);
  expect(await readdir(folder)).toEqual(['done']);
}

test('a file comes whole, with its size and hash, and without a content-encoding', async () => {
  const content = randomBytes(3 * MB);
  site = fileSite(content);
  const folder = await temporaryFolder('download-');
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(await attempt(folder)).toEqual({ bytes: content.length, sha256 });
  await expectContent(folder, content);
  expect(site.requests).toEqual([{ from: 0, encoding: 'identity' }]);
  // A complete file of the same address is not requested again by the same attempt, but by a later one.
  await attempt(folder);
  expect(site.requests).toHaveLength(2);
});

test('an empty file is a file', async () => {
  site = fileSite(Buffer.alloc(0));
  const folder = await temporaryFolder('download-');
  expect(await attempt(folder)).toMatchObject({ bytes: 0 });
  await expectContent(folder, site.content);
});

test('a cancelled download closes its connection and goes on where its bytes end', async () => {
  const content = randomBytes(20 * MB);
  site = fileSite(content);
  const folder = await temporaryFolder('download-');
  const received = await cancelledAt(folder, 8 * MB);
  await expect.poll(() => site.openAnswers, { timeout: 5_000 }).toBe(0);
  await attempt(folder);
  expect(site.requests.map(({ from }) => from)).toEqual([0, received]);
  await expectContent(folder, content);
});

test('after each kill, a download goes on at most 1 MB before the byte that had come last', async () => {
  const content = randomBytes(40 * MB);
  site = fileSite(content);
  const folder = await temporaryFolder('download-');
  const begun: [from: number, cameBefore: number][] = [];
  for (const share of [0.25, 0.5, 0.9])
    begun.push([site.requests.length, await killedAt(folder, share * content.length)]);
  await attempt(folder);
  expect(site.requests).toHaveLength(4);
  for (const [request, came] of begun) {
    const { from } = site.requests[request + 1]!;
    expect(from).toBeGreaterThan(came - MB);
  }
  await expectContent(folder, content);
});

test.each<[string, Partial<FileSite>]>([
  ['changed content', { headers: { etag: '"two"' } }],
  [
    'changed content of a site that ignores If-Range',
    { headers: { etag: '"two"' }, ranges: 'ignores-if-range' },
  ],
  ['a site that serves no parts', { ranges: 'ignores-ranges' }],
  ['a part without the mark of its content', { partHeaders: (headers) => ({ ...headers, etag: '' }) }],
  [
    'a part from elsewhere',
    { partHeaders: (headers) => ({ ...headers, 'content-range': 'bytes 5-19999999/20000000' }) },
  ],
  [
    'a part of a longer file',
    { partHeaders: (headers) => ({ ...headers, 'content-range': 'bytes 8000000-20000000/20000001' }) },
  ],
])('a download begins anew at %s', async (_, change) => {
  site = fileSite(randomBytes(20 * MB));
  const folder = await temporaryFolder('download-');
  await cancelledAt(folder, 8 * MB);
  const content = change.headers === undefined ? site.content : randomBytes(20 * MB);
  site = fileSite(content, change);
  await attempt(folder);
  expect(site.requests.at(-1)).toMatchObject({ from: 0 });
  await expectContent(folder, content);
});

test.each<[string, Record<string, string>, boolean]>([
  ['a weak ETag', { etag: 'W/"one"' }, false],
  ['no mark', {}, false],
  ['a date of long before', { 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' }, true],
  ['a date of just now', { 'last-modified': new Date().toUTCString() }, false],
])('content with %s is continued only if that is safe', async (_, headers, isContinued) => {
  site = fileSite(randomBytes(5 * MB), { headers });
  const folder = await temporaryFolder('download-');
  await cancelledAt(folder, 2 * MB);
  await attempt(folder);
  expect(site.requests.at(-1)!.from > 0).toBe(isContinued);
  await expectContent(folder, site.content);
});

test('a file at another address begins anew', async () => {
  site = fileSite(randomBytes(5 * MB));
  const folder = await temporaryFolder('download-');
  await cancelledAt(folder, 2 * MB);
  await attempt(folder, { path: '/other.bin' });
  expect(site.requests.at(-1)!.from).toBe(0);
});

test('what lies on the disk is continued only if it is what was received', async () => {
  site = fileSite(randomBytes(5 * MB));
  const folder = await temporaryFolder('download-');
  await cancelledAt(folder, 2 * MB);
  const part = await readFile(join(folder, 'one.part'));
  part.writeUInt8(part.readUInt8(1_000) ^ 1, 1_000);
  await writeFile(join(folder, 'one.part'), part);
  await attempt(folder);
  expect(site.requests.at(-1)!.from).toBe(0);
  await expectContent(folder, site.content);
});

test('a body that stalls ends the attempt, and the next one continues', async () => {
  site = fileSite(randomBytes(5 * MB), { stallsAfter: 2 * MB });
  const folder = await temporaryFolder('download-');
  await expect(attempt(folder, { stallMs: 300 })).rejects.toMatchObject({
    kind: 'UpstreamError',
    evidence: { fault: 'chunk-timeout', afterMs: 300 },
  });
  delete site.stallsAfter;
  await attempt(folder);
  expect(site.requests.at(-1)!.from).toBeGreaterThan(MB);
  await expectContent(folder, site.content);
});

test('a file that is too long is refused, before it is received if its length is announced', async () => {
  site = fileSite(randomBytes(5 * MB));
  const folder = await temporaryFolder('download-');
  const refused = { kind: 'ContractBroken', evidence: { fault: 'body-too-large', maxBytes: MB } };
  const seen: number[] = [];
  const download = { maxBytes: MB, onProgress: ({ bytes }: { bytes: number }) => void seen.push(bytes) };
  await expect(attempt(folder, download)).rejects.toMatchObject(refused);
  expect(seen).toEqual([]);
});

test.each<[FileDownload['wanted'], string, string]>([
  ['picture', '<!doctype html><title>Log in</title>', 'text/html'],
  ['any', '\n<!-- a portal --><HTML><body>Log in</body></HTML>', 'text/html'],
  ['picture', '%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
  ['media', 'just text', 'an unknown type'],
])('instead of a file (%s), another one is refused: %j', async (wanted, text, type) => {
  site = fileSite(Buffer.from(text), { headers: { 'content-type': '' } });
  const folder = await temporaryFolder('download-');
  await expect(attempt(folder, { wanted })).rejects.toMatchObject({
    kind: 'ContractBroken',
    message: expect.stringContaining(type),
    evidence: { fault: 'other-file' },
  });
  expect(await readdir(folder)).not.toContain('done');
});

test('an encoded file is refused, because it could not be continued', async () => {
  site = fileSite(Buffer.from('x'), { headers: { 'content-encoding': 'gzip' } });
  await expect(attempt(await temporaryFolder('download-'))).rejects.toMatchObject({
    kind: 'ContractBroken',
    evidence: { fault: 'encoded-file' },
  });
});

test('an attempt that was replaced writes nothing more', async () => {
  const folder = await temporaryFolder('download-');
  const part = { source: 'one', validator: '"one"', totalBytes: null, contentType: '' };
  const old = await openPartFile(join(folder, 'one.part'));
  await old.begin(part);
  await old.append(Buffer.alloc(MB, 'a'));
  const next = await openPartFile(join(folder, 'one.part'));
  expect(next.bytes()).toBe(MB);
  await expect(old.append(Buffer.alloc(MB, 'b'))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  await old.close();
  await next.append(Buffer.from('c'));
  await next.finish(join(folder, 'done'));
  await expectContent(folder, Buffer.concat([Buffer.alloc(MB, 'a'), Buffer.from('c')]));
});

test('a file for which the disk has no room is refused at once', async () => {
  const part = await openPartFile(join(await temporaryFolder('download-'), 'one.part'));
  const huge = { source: 'one', validator: null, totalBytes: Number.MAX_SAFE_INTEGER, contentType: '' };
  await expect(part.begin(huge)).rejects.toMatchObject({ kind: 'StorageFull' });
  await part.close();
});
