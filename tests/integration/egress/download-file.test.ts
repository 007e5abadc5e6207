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
  const file = await openPartFile(folder, 'one');
  try {
    await downloadFile(transport, `${origin}${path}`, {
      file,
      headers: [['accept-encoding', 'gzip, br']],
      wanted: 'any',
      maxBytes: 200 * MB,
      paced: (send) => send(() => undefined),
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
  // More than what fits into the buffers between here and the site.
  const content = randomBytes(100 * MB);
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
  for (const share of [0.25, 0.5, 0.9]) {
    // However late the kill comes, the download does not end before it.
    site.stallsAt = share * content.length + 2 * MB;
    begun.push([site.requests.length, await killedAt(folder, share * content.length)]);
  }
  delete site.stallsAt;
  await attempt(folder);
  expect(site.requests).toHaveLength(4);
  for (const [request, came] of begun) {
    const { from } = site.requests[request + 1]!;
    expect(from).toBeGreaterThan(came - MB);
  }
  await expectContent(folder, content);
});

/** Changes the numbers of a Content-Range. */
function ranged(
  change: (start: number, end: number, total: number) => number[],
): NonNullable<FileSite['partHeaders']> {
  return (headers) => {
    const [start = 0, end = 0, total = 0] = headers['content-range']!.match(/\d+/g)!.map(Number);
    const [newStart, newEnd, newTotal] = change(start, end, total);
    return { ...headers, 'content-range': `bytes ${newStart}-${newEnd}/${newTotal}` };
  };
}

test.each<[string, Partial<FileSite>]>([
  ['changed content', { headers: { etag: '"two"' } }],
  [
    'changed content of a site that ignores If-Range',
    { headers: { etag: '"two"' }, ranges: 'ignores-if-range' },
  ],
  ['a site that serves no parts', { ranges: 'ignores-ranges' }],
  ['a part without the mark of its content', { partHeaders: (headers) => ({ ...headers, etag: '' }) }],
  ['a part from elsewhere', { partHeaders: ranged((start, end, total) => [start - 1, end, total]) }],
  ['a part that ends early', { partHeaders: ranged((start, end, total) => [start, end - 1, total]) }],
  ['a part of a longer file', { partHeaders: ranged((start, end, total) => [start, end + 1, total + 1]) }],
  ['a site that refuses the range', { ranges: 'refuses-ranges' }],
  ['a page instead of a part', { partHeaders: (headers) => ({ ...headers, 'content-type': 'text/html' }) }],
  ['another place that the address leads to', { redirect: '/elsewhere.bin' }],
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

test.each<[string, () => Record<string, string>, boolean]>([
  ['a weak ETag', () => ({ etag: 'W/"one"' }), false],
  ['no mark', () => ({}), false],
  ['a date of long before', () => ({ 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' }), true],
  ['a date of just now', () => ({ 'last-modified': new Date().toUTCString() }), false],
])('content with %s is continued only if that is safe', async (_, headersOf, isContinued) => {
  site = fileSite(randomBytes(5 * MB), { headers: headersOf() });
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
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.part'));
  const part = await readFile(join(folder, name));
  part.writeUInt8(part.readUInt8(1_000) ^ 1, 1_000);
  await writeFile(join(folder, name), part);
  await attempt(folder);
  expect(site.requests.at(-1)!.from).toBe(0);
  await expectContent(folder, site.content);
});

test('a body that stalls ends the attempt, and the next one continues', async () => {
  site = fileSite(randomBytes(5 * MB), { stallsAt: 2 * MB });
  const folder = await temporaryFolder('download-');
  await expect(attempt(folder, { stallMs: 300 })).rejects.toMatchObject({
    kind: 'UpstreamError',
    evidence: { fault: 'chunk-timeout', afterMs: 300 },
  });
  delete site.stallsAt;
  await attempt(folder);
  expect(site.requests.at(-1)!.from).toBeGreaterThan(MB);
  await expectContent(folder, site.content);
});

test('a rest that ends before the size of the whole file is not taken for it', async () => {
  site = fileSite(randomBytes(5 * MB), { isLengthAnnounced: false });
  const folder = await temporaryFolder('download-');
  await cancelledAt(folder, 2 * MB);
  site.endsAfter = MB;
  await expect(attempt(folder)).rejects.toMatchObject({
    kind: 'UpstreamError',
    evidence: { fault: 'truncated' },
  });
  delete site.endsAfter;
  await attempt(folder);
  expect(site.requests.at(-1)!.from).toBeGreaterThan(2 * MB);
  await expectContent(folder, site.content);
});

test('a replaced attempt harms neither the file of its successor nor the finished one', async () => {
  const folder = await temporaryFolder('download-');
  const part = { source: 'one', place: '', validator: '"one"', totalBytes: null, contentType: '' };
  const old = await openPartFile(folder, 'one');
  await old.begin(part);
  const next = await openPartFile(folder, 'one');
  await next.begin(part);
  await next.append(Buffer.alloc(MB, 'n'));
  await next.finish(join(folder, 'done'));
  // It empties and writes a file of its own, which has lost its name.
  await old.begin(part);
  await expect(old.append(Buffer.alloc(MB, 'o'))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  await expect(old.finish(join(folder, 'done'))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  await old.close();
  await expectContent(folder, Buffer.alloc(MB, 'n'));
});

test('a file that is too long is refused, before it is received if its length is announced', async () => {
  site = fileSite(randomBytes(5 * MB));
  const folder = await temporaryFolder('download-');
  const refused = { kind: 'ContractBroken', evidence: { fault: 'body-too-large', maxBytes: MB } };
  const seen: number[] = [];
  const download = { maxBytes: MB, onProgress: ({ bytes }: { bytes: number }) => void seen.push(bytes) };
  await expect(attempt(folder, download)).rejects.toMatchObject(refused);
  expect(seen).toEqual([]);
  site.isLengthAnnounced = false;
  await expect(attempt(folder, download)).rejects.toMatchObject(refused);
  expect(Math.max(...seen)).toBeLessThanOrEqual(MB);
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
  const part = { source: 'one', place: '', validator: '"one"', totalBytes: null, contentType: '' };
  const old = await openPartFile(folder, 'one');
  await old.begin(part);
  await old.append(Buffer.alloc(MB, 'a'));
  const next = await openPartFile(folder, 'one');
  expect(next.bytes()).toBe(MB);
  await expect(old.append(Buffer.alloc(MB, 'b'))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  await old.close();
  await next.append(Buffer.from('c'));
  await next.finish(join(folder, 'done'));
  await expectContent(folder, Buffer.concat([Buffer.alloc(MB, 'a'), Buffer.from('c')]));
});

test('a file for which the disk has no room is refused at once', async () => {
  const part = await openPartFile(await temporaryFolder('download-'), 'one');
  const huge = {
    source: 'one',
    place: '',
    validator: null,
    totalBytes: Number.MAX_SAFE_INTEGER,
    contentType: '',
  };
  await expect(part.begin(huge)).rejects.toMatchObject({ kind: 'StorageFull' });
  await part.close();
});
