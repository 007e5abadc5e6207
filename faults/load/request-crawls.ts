import { setTimeout as sleep } from 'node:timers/promises';
import type { AcknowledgedCrawl, AcknowledgedJob } from '../check/checked-world.ts';

/** One request for a crawl. It may be sent several times. */
export interface CrawlRequest {
  key: string;
  dispensaryId: number;
  /** The number of times that the connection broke before a response came. */
  broken: number;
  /** Resolves once the API has acknowledged the crawl. */
  acknowledged: Promise<AcknowledgedCrawl>;
}

/**
 * Sends requests for crawls, and with each a request for a job, as a careful client does: each request has its own key, and is repeated
 * until a response comes.
 */
export interface CrawlRequests {
  /** The prefix of the keys. */
  name: string;
  send(dispensaryId: number): CrawlRequest;
  /** Requests a job that has to complete. @param job its type and payload */
  sendJob(job: { job_type: string; payload: object }): Promise<AcknowledgedJob>;
  /** Requests a job that may end in any way. @param onRepeat called each time that a request got no answer */
  startJob(job: RequestedJob, onRepeat: () => void): Promise<AcknowledgedJob>;
  /** Repeats a request, like a client that lost the response. */
  repeat(request: CrawlRequest): Promise<AcknowledgedCrawl>;
  /** Whether the API has acknowledged every request. */
  areAllAcknowledged(): boolean;
  /** The crawls that the API has acknowledged so far. */
  acknowledged: readonly AcknowledgedCrawl[];
  /** Resolves once the API has acknowledged every job requested so far. */
  jobs(): Promise<AcknowledgedJob[]>;
}

/** A job as the API takes it. Its id is the key of its request. */
interface RequestedJob {
  id: string;
  job_type: string;
  [field: string]: unknown;
}

const REPEAT_AFTER_MS = 200;
const ANSWER_MS_MAX = 20_000;

/**
 * The longest wait for an acknowledgement. The API lets a repeated request take over two minutes after the API took the first one, if
 * that was not answered; this is twice as long.
 */
const ACKNOWLEDGED_WITHIN_MS = 240_000;

/** Creates the requests of a round. @param name prefix of the keys, unique in this database */
export function createCrawlRequests(apiUrl: string, name: string): CrawlRequests {
  const acknowledged: AcknowledgedCrawl[] = [];
  const jobs: Promise<AcknowledgedJob>[] = [];
  let sent = 0;
  const requestJob = (key: string, job: { job_type: string; payload?: object }): Promise<AcknowledgedJob> => {
    const answer = repeatUntilAnswered(apiUrl, {
      key,
      path: '/api/jobs',
      body: { id: key, max_retries: JOB_RETRIES, ...job },
    });
    // The round waits for the job at its end, and reports a refusal then.
    answer.catch(() => undefined);
    jobs.push(answer);
    return answer;
  };
  return {
    name,
    acknowledged,
    startJob: (job, onRepeat) =>
      repeatUntilAnswered(apiUrl, {
        key: job.id,
        path: '/api/jobs',
        body: { max_retries: JOB_RETRIES, ...job },
        onRepeat,
      }),
    sendJob: (job) => requestJob(`${name}-own-job-${jobs.length + 1}`, job),
    jobs: () => Promise.all(jobs),
    areAllAcknowledged: () => acknowledged.length === sent,
    repeat: (request) => requestCrawl(apiUrl, request),
    send(dispensaryId) {
      sent += 1;
      const request = { key: `${name}-${sent}`, dispensaryId, broken: 0 };
      void requestJob(`${request.key}-job`, { job_type: 'steps' });
      const answer = requestCrawl(apiUrl, request).then((crawl) => {
        acknowledged.push(crawl);
        return crawl;
      });
      return Object.assign(request, { acknowledged: answer });
    },
  };
}

/** A request that is sent to the API, with its key. */
interface Asked {
  key: string;
  path: string;
  body: object;
  onBroken?: () => void;
  onRepeat?: () => void;
}

/** The retries of a job: each kill of the job's worker counts as a failed attempt. */
const JOB_RETRIES = 20;

async function requestCrawl(
  apiUrl: string,
  request: Omit<CrawlRequest, 'acknowledged'>,
): Promise<AcknowledgedCrawl> {
  const { key, dispensaryId } = request;
  // Without retries, because the checks expect each requested crawl itself to complete, not a retry of it.
  const body = { role: 'payload_fetch', dispensary_id: dispensaryId, max_retries: 0 };
  const onBroken = () => void (request.broken += 1);
  return {
    dispensaryId,
    ...(await repeatUntilAnswered(apiUrl, { key, path: '/api/tasks', body, onBroken })),
  };
}

async function repeatUntilAnswered(apiUrl: string, requested: Asked): Promise<AcknowledgedJob> {
  const deadlineMs = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  for (;;) {
    const answer = await send(apiUrl, requested);
    if (answer === 'broken') requested.onBroken?.();
    else if (answer !== 'repeat') return answer;
    requested.onRepeat?.();
    if (performance.now() > deadlineMs)
      throw new Error(
        `The API has not acknowledged the request ${requested.key} within ${ACKNOWLEDGED_WITHIN_MS / 1000} s`,
      );
    await sleep(REPEAT_AFTER_MS);
  }
}

async function send(
  apiUrl: string,
  { key, path, body }: Asked,
): Promise<AcknowledgedJob | 'repeat' | 'broken'> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    text = await response.text();
  } catch (error) {
    // After a refused connection or a timeout, the request is repeated, but only other errors count as a broken connection.
    return isRefused(error) || (error as Error).name === 'TimeoutError' ? 'repeat' : 'broken';
  }
  if (response.ok) {
    const { workflow_id: workflowId, run_id: runId } = JSON.parse(text) as Record<string, string>;
    return { workflowId: workflowId!, runId: runId! };
  }
  if (isTemporary(response.status, text)) return 'repeat';
  throw new Error(`The API refused ${path} with ${JSON.stringify(body)}: HTTP ${response.status} ${text}`);
}

function isRefused(error: unknown): boolean {
  return ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
}

function isTemporary(status: number, text: string): boolean {
  return status === 429 || status >= 500 || (status === 409 && text.includes('idempotency-key-in-use'));
}
