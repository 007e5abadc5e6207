import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { JobFile } from '../db/queries/job-files.ts';
import { openJobFile, type OpenJobFile } from '../storage/open-job-file.ts';
import type { ApiEnv } from './api-env.ts';
import { readByteRange, type ByteRange } from './byte-range.ts';
import { Problem } from './problem.ts';

/**
 * Opens a stored file of a job, and compares its length with the recorded one.
 * @param isDeep whether to compare the hash, too, which reads the whole file
 * @throws Problem `not-found` if the file is gone; `conflict` if it is damaged, or on the own disk of a pod
 */
export async function openStored(
  root: string,
  { path, bytes, sha256, holder }: JobFile,
  { isDeep }: { isDeep: boolean },
): Promise<OpenJobFile> {
  if (holder !== '')
    throw new Problem(
      'conflict',
      `Only ${holder} has the file ${path}, on its own disk (STORAGE_SHARED=false): read it there.`,
    );
  const file = await openJobFile(root, path);
  if (file === null)
    throw new Problem(
      'not-found',
      `The file ${path} is not in the storage any more. Retry the job to get it again.`,
    );
  try {
    const damage = await damageOf(file, { bytes, sha256, isDeep });
    if (damage === null) return file;
    throw new Problem('conflict', `The file ${path} is damaged: ${damage}. Retry the job to get it again.`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function damageOf(
  file: OpenJobFile,
  { bytes, sha256, isDeep }: { bytes: number; sha256: string; isDeep: boolean },
): Promise<string | null> {
  if (file.bytes !== bytes) return `it has ${file.bytes} bytes, and was stored with ${bytes}`;
  return !isDeep || (await file.hash()) === sha256 ? null : 'its SHA-256 is another than when it was stored';
}

/**
 * Sends a file as it is, or the part that `Range` names, never as a page: browsers save it. `ETag` is its SHA-256.
 * @param open opens the file; not called if the client has it already
 */
export async function sendStored(
  c: Context<ApiEnv>,
  file: JobFile,
  open: () => Promise<OpenJobFile>,
): Promise<Response> {
  const tag = `"${file.sha256}"`;
  // A compressed answer would have another length.
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache, no-transform' };
  if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
  const range = c.req.method === 'HEAD' ? null : rangeOf(c, file, tag);
  const opened = await open();
  const described = {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Type': safeType(file.contentType),
    'Content-Length': String(range === null ? opened.bytes : range.end - range.start + 1),
    'Content-Disposition': `attachment; filename="${file.name.replace(/^\./, '')}"`,
    ...(range !== null && { 'Content-Range': `bytes ${range.start}-${range.end}/${opened.bytes}` }),
  };
  if (c.req.method !== 'HEAD')
    return c.body(
      Readable.toWeb(opened.stream(range ?? undefined)) as ReadableStream,
      range === null ? 200 : 206,
      described,
    );
  await opened.close();
  return c.body(null, 200, described);
}

/** Returns the wanted part of a file; null: all of it, such as when it is another file than `If-Range` names. @throws Problem `bad-range` */
function rangeOf(c: Context<ApiEnv>, { name, bytes }: JobFile, tag: string): ByteRange | null {
  if ((c.req.header('If-Range') ?? tag) !== tag) return null;
  const wanted = c.req.header('Range');
  const range = readByteRange(wanted, bytes);
  if (range !== 'unsatisfiable') return range;
  c.header('Content-Range', `bytes */${bytes}`);
  throw new Problem('bad-range', `The file ${name} has ${bytes} bytes, none of them in ${wanted}.`);
}

const PLAIN_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const SCRIPT_TYPE = /script|wasm/i;

/** A site gave the type: it must fit a header, and no page may load the file as a script from this origin. */
function safeType(contentType: string): string {
  return PLAIN_TYPE.test(contentType) && !SCRIPT_TYPE.test(contentType)
    ? contentType
    : 'application/octet-stream';
}
