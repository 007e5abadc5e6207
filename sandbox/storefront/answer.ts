import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FaultVerdict } from './faults.ts';

/** A response before it is sent. */
export interface Answer {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

const gzipAsync = promisify(gzip);

const BLOCK_PAGE =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1>' +
  '<div id="challenge-form">Enable JavaScript and cookies to continue</div></body></html>';

/** Creates a JSON response. */
export function json(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** Creates an HTML response. */
export function html(body: string, status = 200): Answer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

/** Creates the response with which a gate refuses a request. */
export function blockPage(): Answer {
  return html(BLOCK_PAGE, 403);
}

/** Applies a fault to the response: replaces its status, its body or its products, or changes nothing. */
export function spoil(answer: Answer, verdict: FaultVerdict): Answer {
  if (verdict?.type === 'body') return { status: 200, contentType: verdict.contentType, body: verdict.body };
  if (verdict?.type === 'persistedQueryNotFound') return json(PERSISTED_QUERY_NOT_FOUND);
  if (verdict?.type === 'repeat') return repeatProducts(answer, verdict.count);
  if (verdict?.type !== 'status') return answer;
  const isBlock = verdict.status === 403 || verdict.status === 503;
  const usual = isBlock
    ? html(BLOCK_PAGE)
    : json({ errors: [{ message: `Sandbox fault ${verdict.status}` }] });
  return {
    status: verdict.status,
    contentType: verdict.contentType ?? usual.contentType,
    body: verdict.body ?? usual.body,
    headers: verdict.headers ?? {},
  };
}

function repeatProducts(answer: Answer, count: number): Answer {
  const body = JSON.parse(String(answer.body)) as {
    data?: { filteredProducts?: { products?: unknown[] } };
  };
  const menu = body.data?.filteredProducts;
  if (menu?.products === undefined) return answer;
  const kept = menu.products.slice(0, Math.max(0, menu.products.length - count));
  menu.products = [...kept, ...menu.products.slice(0, menu.products.length - kept.length)];
  return { ...answer, body: JSON.stringify(body) };
}

export const PERSISTED_QUERY_NOT_FOUND = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

interface Delivery {
  request: IncomingMessage;
  response: ServerResponse;
  answer: Answer;
  verdict: FaultVerdict;
}

/** Sends the response, compressed when the client accepts that. The faults `truncate` and `cut` stop it halfway. */
export async function deliver({ request, response, answer, verdict }: Delivery): Promise<void> {
  const plain = Buffer.from(answer.body);
  const isZipped = takesGzip(request) && !answer.contentType.startsWith('image/') && plain.length > 0;
  const whole = isZipped ? await gzipAsync(plain) : plain;
  const half = whole.subarray(0, Math.ceil(whole.length / 2));
  const sent = verdict?.type === 'truncate' ? half : whole;
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-length': String(sent.length),
    ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
    ...answer.headers,
  });
  if (verdict?.type === 'cut') {
    // The headers announce the whole body, but the connection is closed after half of it.
    await new Promise((resolve) => response.write(half.length > 0 ? half : ' ', resolve));
    response.socket?.destroy();
    return;
  }
  response.end(request.method === 'HEAD' ? undefined : sent);
}

function takesGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/.test([request.headers['accept-encoding']].join());
}
