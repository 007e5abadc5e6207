import type { Frame, Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import type { HttpResponse } from '../http-transport.ts';
import type { JsonRequest } from '../session.ts';
import { browserFailure } from './browser-failure.ts';

/** What is read of an answer at most. It crosses the browser's pipe as one message, so it is less than without one. */
const TEXT_CHARS_MAX = 20_000_000;
const ANSWER_TIMEOUT_MS = 90_000;
/** For the browser itself to answer, beyond the request's own time. */
const MARGIN_MS = 5_000;

export interface PageFetchLimits {
  signal?: AbortSignal;
  /** 90 000 by default: from the request to the last byte of the answer. */
  timeoutMs?: number;
  /** 20 million by default. */
  maxChars?: number;
}

/**
 * Sends a request from inside a page, as the page's own script would: with its cookies, and past what looks at them. It
 * is sent from the page's frame of the same origin when there is one, since a browser lets others not read the answer.
 * @throws CrawlError UpstreamError, ContractBroken (an answer beyond the limit), BrowserFault; the reason of the signal
 */
export async function fetchInPage(
  page: Page,
  request: JsonRequest,
  limits: PageFetchLimits = {},
): Promise<HttpResponse> {
  const { timeoutMs = ANSWER_TIMEOUT_MS, maxChars = TEXT_CHARS_MAX, signal } = limits;
  const { host, origin } = new URL(request.url);
  const startedAt = performance.now();
  const failure = (): Error =>
    new CrawlError(
      'BrowserFault',
      `Expected an answer from ${host}: the page did not react in ${timeoutMs} ms`,
    );
  let sent: SentInPage;
  try {
    sent = await within(
      { timeoutMs: timeoutMs + MARGIN_MS, signal, failure },
      frameOf(page, origin).evaluate(sendInPage, { ...request, timeoutMs, maxChars }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw browserFailure(error, host);
  }
  if ('fault' in sent) throw faultInPage(sent, host);
  const body = Buffer.from(sent.text);
  return {
    status: sent.status,
    headers: sent.headers,
    body,
    // The page does not see how many came; the session's bytes are counted at the proxy.
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
  | { status: number; headers: [string, string][]; url: string; text: string }
  | { fault: 'too-long' | 'no-answer'; detail: string };

/** Runs in the page: it sees nothing of this file. */
async function sendInPage(
  request: JsonRequest & { timeoutMs: number; maxChars: number },
): Promise<SentInPage> {
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'include',
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const decoder = new TextDecoder();
    let text = '';
    const reader = answer.body?.getReader();
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true });
      if (text.length > request.maxChars) {
        await reader?.cancel();
        return { fault: 'too-long', detail: `more than ${request.maxChars} characters` };
      }
    }
    return {
      status: answer.status,
      headers: [...answer.headers],
      url: answer.url,
      text: text + decoder.decode(),
    };
  } catch (error) {
    return { fault: 'no-answer', detail: String(error) };
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
