import { setTimeout as sleep } from 'node:timers/promises';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';

/** One request for a crawl, however often it had to be sent. */
export interface CrawlRequest {
  key: string;
  dispensaryId: number;
  /** How often the connection broke before an answer came. */
  broken: number;
  /** Resolves when the API has acknowledged it. */
  acknowledged: Promise<AcknowledgedCrawl>;
}

/** Sends requests for crawls as a careful caller does: each under a key of its own, repeated until it is answered. */
export interface CrawlRequests {
  send(dispensaryId: number): CrawlRequest;
  /** Sends a request once more, as a caller does who has lost the answer. */
  repeat(request: CrawlRequest): Promise<AcknowledgedCrawl>;
  /** Whether the API has acknowledged every request. */
  areAllAcknowledged(): boolean;
  /** What the API has acknowledged so far. */
  acknowledged: readonly AcknowledgedCrawl[];
}

const REPEAT_AFTER_MS = 200;
const ANSWER_MS_MAX = 20_000;

/** The API lets a request be carried out again two minutes after the process that had it was killed. */
const ACKNOWLEDGED_WITHIN_MS = 240_000;

/** @param name begins the keys, which no other run may use with this database */
export function createCrawlRequests(apiUrl: string, name: string): CrawlRequests {
  const acknowledged: AcknowledgedCrawl[] = [];
  let sent = 0;
  return {
    acknowledged,
    areAllAcknowledged: () => acknowledged.length === sent,
    repeat: (request) => repeatUntilAnswered(apiUrl, request),
    send(dispensaryId) {
      sent += 1;
      const request = { key: `${name}-${sent}`, dispensaryId, broken: 0 };
      const answer = repeatUntilAnswered(apiUrl, request).then((crawl) => {
        acknowledged.push(crawl);
        return crawl;
      });
      return Object.assign(request, { acknowledged: answer });
    },
  };
}

async function repeatUntilAnswered(
  apiUrl: string,
  request: Omit<CrawlRequest, 'acknowledged'>,
): Promise<AcknowledgedCrawl> {
  const deadlineMs = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  for (;;) {
    const answer = await send(apiUrl, request);
    if (answer === 'broken') request.broken += 1;
    else if (answer !== 'repeat') return answer;
    if (performance.now() > deadlineMs)
      throw new Error(
        `The API has not acknowledged the request ${request.key} within ${ACKNOWLEDGED_WITHIN_MS / 1000} s`,
      );
    await sleep(REPEAT_AFTER_MS);
  }
}

async function send(
  apiUrl: string,
  { key, dispensaryId }: Omit<CrawlRequest, 'acknowledged'>,
): Promise<AcknowledgedCrawl | 'repeat' | 'broken'> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${apiUrl}/api/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      // What is checked is each crawl that was asked for, and not what is crawled again for it.
      body: JSON.stringify({ role: 'payload_fetch', dispensary_id: dispensaryId, max_retries: 0 }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    text = await response.text();
  } catch (error) {
    // A connection that was refused was never opened: no request was lost with it. One that is slow is not broken.
    return isRefused(error) || (error as Error).name === 'TimeoutError' ? 'repeat' : 'broken';
  }
  if (response.ok) {
    const { workflow_id: workflowId, run_id: runId } = JSON.parse(text) as Record<string, string>;
    return { dispensaryId, workflowId: workflowId!, runId: runId! };
  }
  if (isTemporary(response.status, text)) return 'repeat';
  throw new Error(`The API refused to crawl dispensary ${dispensaryId}: HTTP ${response.status} ${text}`);
}

function isRefused(error: unknown): boolean {
  return ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
}

function isTemporary(status: number, text: string): boolean {
  return status === 429 || status >= 500 || (status === 409 && text.includes('idempotency-key-in-use'));
}
