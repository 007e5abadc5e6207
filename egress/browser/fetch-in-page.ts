import type { Frame, Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import type { HttpResponse } from '../http-transport.ts';
import type { JsonRequest } from '../session.ts';
import { browserFailure } from './browser-failure.ts';

/** Limit of a decoded answer. Lower than without a browser, because the answer crosses the browser's pipe as one message. */
const BODY_BYTES_MAX = 20_000_000;
/** The same timeouts as without a browser. */
const ANSWER_TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 60_000;
/** Time for the browser itself to respond, in addition to the request's timeouts. */
const MARGIN_MS = 5_000;

export interface PageFetchLimits {
  signal?: AbortSignal;
  /** Time until the answer's headers; 30 000 by default. */
  timeoutMs?: number;
  /** Time for the body after the headers; 60 000 by default. */
  bodyTimeoutMs?: number;
  /** Limit after decoding; 20 million by default. */
  maxBodyBytes?: number;
}

/**
 * Sends a request from inside a page, as the page's own script would, with its cookies and past bot checks. Uses a frame of the request's
 * origin if there is one, because a browser does not let other origins read the answer.
 * @throws CrawlError UpstreamError, ContractBroken (an answer beyond the limit), BrowserFault; the reason of the signal
 */
export async function fetchInPage(
  page: Page,
  request: JsonRequest,
  limits: PageFetchLimits = {},
): Promise<HttpResponse> {
  const { timeoutMs = ANSWER_TIMEOUT_MS, bodyTimeoutMs = BODY_TIMEOUT_MS, signal } = limits;
  const { maxBodyBytes = BODY_BYTES_MAX } = limits;
  const patienceMs = timeoutMs + bodyTimeoutMs + MARGIN_MS;
  const { host, origin } = new URL(request.url);
  const startedAt = performance.now();
  const failure = (): Error =>
    new CrawlError(
      'BrowserFault',
      `Expected an answer from ${host}: the page did not react in ${patienceMs} ms`,
    );
  let sent: SentInPage;
  try {
    sent = await within(
      { timeoutMs: patienceMs, signal, failure },
      frameOf(page, origin).evaluate(sendInPage, { ...request, timeoutMs, bodyTimeoutMs, maxBodyBytes }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw browserFailure(error, host);
  }
  if ('fault' in sent) throw faultInPage(sent, host);
  const body = Buffer.from(sent.base64, 'base64');
  return {
    status: sent.status,
    headers: sent.headers,
    body,
    // The page does not see the wire size; the session's bytes are counted at the proxy.
    wireBytes: body.length,
    durationMs: Math.round(performance.now() - startedAt),
    url: sent.url,
  };
}

function frameOf(page: Page, origin: string): Frame {
  const isOfOrigin = (frame: Frame): boolean =>
    URL.canParse(frame.url()) && new URL(frame.url()).origin === origin;
  return page.frames().find(isOfOrigin) ?? page.mainFrame();
}

type SentInPage =
  | { status: number; headers: [string, string][]; url: string; base64: string }
  | { fault: 'too-long' | 'no-answer'; detail: string };

/** What a page has and Node has not. */
declare const FileReader: new () => EventTarget & {
  readonly result: unknown;
  readonly error: Error;
  readAsDataURL(data: Blob): void;
};

/**
 * Runs in the page, so it can use nothing of this file. Returns the raw bytes, because decoding them to text would hide damage.
 */
async function sendInPage(
  request: JsonRequest & Required<Omit<PageFetchLimits, 'signal'>>,
): Promise<SentInPage> {
  const stop = new AbortController();
  const stopAfter = (timeoutMs: number) =>
    setTimeout(() => stop.abort(new Error(`no complete answer within ${timeoutMs} ms`)), timeoutMs);
  let timer = stopAfter(request.timeoutMs);
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'include',
      signal: stop.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    clearTimeout(timer);
    timer = stopAfter(request.bodyTimeoutMs);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = answer.body?.getReader();
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      pieces.push(piece.value);
      size += piece.value.length;
      if (size > request.maxBodyBytes) {
        await reader?.cancel();
        return { fault: 'too-long', detail: `more than ${request.maxBodyBytes} bytes` };
      }
    }
    // Encoded by the browser itself: a loop over 20 MB here would keep the page from answering pings for more than a second.
    const url = await new Promise<string>((resolve, reject) => {
      const file = new FileReader();
      file.addEventListener('load', () => resolve(String(file.result)));
      file.addEventListener('error', () => reject(file.error));
      file.readAsDataURL(new Blob(pieces));
    });
    // Some browsers return no comma for an empty body.
    const base64 = url.split(',')[1] ?? '';
    return { status: answer.status, headers: [...answer.headers], url: answer.url, base64 };
  } catch (error) {
    return { fault: 'no-answer', detail: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

function faultInPage({ fault, detail }: { fault: string; detail: string }, host: string): CrawlError {
  return fault === 'too-long'
    ? new CrawlError('ContractBroken', `Expected an answer of a menu's size from ${host}, got ${detail}`, {
        evidence: { fault },
      })
    : new CrawlError('UpstreamError', `Expected an answer from ${host}, the page got none`, {
        evidence: { fault, detail: detail.slice(0, 200) },
      });
}
