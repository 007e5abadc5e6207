import { CrawlError, type Evidence } from '../domain/errors.ts';
import { detectType, HEAD_BYTES, isWanted, type WantedFile } from './file-kind.ts';
import { headerOf, type HttpTransport, type StreamedAnswer, type StreamRequest } from './http-transport.ts';
import { judgeStatus, sampleOf } from './judge-answer.ts';
import { placeOf } from './place-of.ts';
import {
  hashOf,
  isEncoded,
  placeHash,
  totalToContinue,
  typeOf,
  validatorOf,
  type FileOrigin,
  type Kept,
} from './same-content.ts';

/** The unfinished file that receives a download; `storage/part-file.ts` has one that outlasts a kill. */
interface ReceivingFile {
  /** Where the bytes that are there come from; null: there are none. */
  origin(): FileOrigin | null;
  bytes(): number;
  begin(origin: FileOrigin): Promise<void>;
  append(chunk: Uint8Array): Promise<void>;
}

/** How far a download is. */
export interface DownloadProgress {
  /** Those of earlier attempts count. */
  bytes: number;
  totalBytes: number | null;
  /** The mean since this attempt began. */
  bytesPerSecond: number;
}

export interface FileDownload extends Pick<StreamRequest, 'headers' | 'signal' | 'stallMs' | 'onBytes'> {
  file: ReceivingFile;
  wanted: WantedFile;
  /** A longer file is refused, if possible before it is received. */
  maxBytes: number;
  /** Sends a request at the site's pace; a download may take two. The request says when its answer begins. */
  paced: <Answer>(send: (noteAnswer: () => void) => Promise<Answer>) => Promise<Answer>;
  onProgress?: (progress: DownloadProgress) => void;
}

/**
 * Downloads a file of any size and type. Continues what an earlier attempt received if the site still has the same content, else
 * begins anew. There is no limit for the whole time, only for the time without a byte.
 *
 * Asks for the file without a content-encoding, because an encoded answer cannot be continued.
 * @returns the content type, detected from the bytes if they show it
 * @throws CrawlError ContractBroken for another kind of file than the wanted one, a longer one than `maxBytes`, an encoded or
 *   inconsistent answer; whatever `HttpTransport.stream`, `judgeStatus` and `file` throw
 */
export async function downloadFile(
  transport: Pick<HttpTransport, 'stream'>,
  url: string,
  download: FileDownload,
): Promise<{ contentType: string }> {
  const receiving = {
    ...download,
    transport,
    url,
    source: hashOf(url),
    startedAt: performance.now(),
    bytesBefore: download.file.bytes(),
  };
  const from = continuedFrom(receiving);
  const isComplete = from !== null && from.origin.totalBytes === from.bytes;
  if (!isComplete && !(from !== null && (await receiveRest(receiving, from)))) await receiveWhole(receiving);
  return { contentType: download.file.origin()?.contentType ?? '' };
}

interface Receiving extends FileDownload {
  transport: Pick<HttpTransport, 'stream'>;
  url: string;
  source: string;
  startedAt: number;
  bytesBefore: number;
}

function continuedFrom({ file, source }: Receiving): Kept | null {
  const origin = file.origin();
  const validator = origin?.validator ?? null;
  if (origin === null || validator === null || origin.source !== source || file.bytes() === 0) return null;
  return { origin: { ...origin, validator }, bytes: file.bytes() };
}

/** Receives what is missing. @returns false if the site has other content now, or does not send parts */
async function receiveRest(receiving: Receiving, from: Kept): Promise<boolean> {
  const range = [
    ['range', `bytes=${from.bytes}-`],
    ['if-range', from.origin.validator],
  ] as const;
  return streamPaced(receiving, range, async (answer) => {
    // The whole file: the content has changed, or the site ignores ranges.
    if (answer.status === 200) return (await takeWhole(answer, receiving), true);
    if (answer.status === 416) return false;
    if (answer.status !== 206) await refuse(answer);
    const total = totalToContinue(answer, from);
    if (total === null) return false;
    for await (const chunk of answer.chunks) await append(receiving, chunk, answer);
    requireTotal(receiving, answer, total);
    return true;
  });
}

function receiveWhole(receiving: Receiving): Promise<void> {
  return streamPaced(receiving, [], async (answer) => {
    if (answer.status !== 200) await refuse(answer);
    await takeWhole(answer, receiving);
  });
}

/** Sends the request at the site's pace. @param more headers */
function streamPaced<Result>(
  { transport, url, headers, signal, stallMs, onBytes, paced }: Receiving,
  more: readonly (readonly [name: string, value: string])[],
  read: (answer: StreamedAnswer) => Promise<Result>,
): Promise<Result> {
  const plain = headers.map(([name, value]) =>
    name.toLowerCase() === 'accept-encoding' ? ([name, 'identity'] as const) : ([name, value] as const),
  );
  const request: StreamRequest = {
    url,
    headers: [...plain, ...more],
    ...(signal && { signal }),
    ...(stallMs !== undefined && { stallMs }),
    ...(onBytes && { onBytes }),
  };
  return paced((noteAnswer) =>
    transport.stream(request, (answer) => {
      noteAnswer();
      return read(answer);
    }),
  );
}

async function takeWhole(answer: StreamedAnswer, receiving: Receiving): Promise<void> {
  if (isEncoded(answer))
    throw contractBroken(
      answer,
      `a file without content-encoding, got ${headerOf(answer, 'content-encoding')}`,
      {
        fault: 'encoded-file',
      },
    );
  if ((answer.announcedBytes ?? 0) > receiving.maxBytes) throw tooLong(answer, receiving);
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let hasBegun = false;
  const beginWith = async (bytes: Buffer): Promise<void> => {
    hasBegun = true;
    await receiving.file.begin(await originOf(answer, bytes, receiving));
    await append(receiving, bytes, answer);
  };
  for await (const chunk of answer.chunks) {
    if (hasBegun) {
      await append(receiving, chunk, answer);
      continue;
    }
    head.push(chunk);
    headBytes += chunk.byteLength;
    if (headBytes >= HEAD_BYTES) await beginWith(Buffer.concat(head, headBytes));
  }
  if (!hasBegun) await beginWith(Buffer.concat(head, headBytes));
}

/** Checks the first bytes of a file, and describes where it comes from. */
async function originOf(
  answer: StreamedAnswer,
  head: Buffer,
  { source, wanted }: Receiving,
): Promise<FileOrigin> {
  judgeStatus(responseOf(answer, head));
  const contentType = await detectType(head, typeOf(answer));
  if (!isWanted(contentType, wanted))
    throw contractBroken(answer, `${WANTED[wanted]}, got ${contentType || 'a file of an unknown type'}`, {
      fault: 'other-file',
      contentType,
      sample: sampleOf(head),
    });
  return {
    source,
    place: placeHash(answer),
    validator: validatorOf(answer),
    totalBytes: answer.announcedBytes,
    contentType,
  };
}

const WANTED: Record<WantedFile, string> = {
  picture: 'a picture',
  media: 'a video or sound',
  page: 'a page',
  any: 'a file',
};

async function append(receiving: Receiving, chunk: Uint8Array, answer: StreamedAnswer): Promise<void> {
  const { file, maxBytes, startedAt, bytesBefore, onProgress } = receiving;
  if (file.bytes() + chunk.byteLength > maxBytes) throw tooLong(answer, receiving);
  await file.append(chunk);
  const seconds = Math.max(performance.now() - startedAt, 1) / 1000;
  const bytes = file.bytes();
  onProgress?.({
    bytes,
    totalBytes: file.origin()?.totalBytes ?? null,
    bytesPerSecond: Math.max(bytes - bytesBefore, 0) / seconds,
  });
}

function requireTotal({ file }: Receiving, { url }: StreamedAnswer, total: number): void {
  if (file.bytes() === total) return;
  throw new CrawlError('UpstreamError', `Expected ${total} bytes from ${placeOf(url)}, got ${file.bytes()}`, {
    evidence: { fault: 'truncated', announcedBytes: total, wireBytes: file.bytes() },
  });
}

/** Throws the failure of an answer that has no file. */
async function refuse(answer: StreamedAnswer): Promise<never> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.chunks) {
    head.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= HEAD_BYTES) break;
  }
  judgeStatus(responseOf(answer, Buffer.concat(head, bytes)));
  throw contractBroken(answer, `200 with the whole file, got ${answer.status}`, {
    fault: 'other-status',
    status: answer.status,
  });
}

function responseOf({ status, headers, url }: StreamedAnswer, body: Buffer) {
  return { status, headers, url, body, wireBytes: body.length, durationMs: 0 };
}

function tooLong(answer: StreamedAnswer, { maxBytes }: Receiving): CrawlError {
  return contractBroken(answer, `a file of at most ${maxBytes} bytes, got more`, {
    fault: 'body-too-large',
    maxBytes,
  });
}

function contractBroken({ url }: StreamedAnswer, text: string, evidence: Evidence): CrawlError {
  return new CrawlError('ContractBroken', `Expected from ${placeOf(url)} ${text}`, { evidence });
}
