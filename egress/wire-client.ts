import type { HttpRequest } from './http-transport.ts';

/**
 * What an adapter brings: one library that speaks through one proxy as one browser. Limits, deadlines, redirects, the
 * address guard and the meaning of failures are the same for all, in `bounded-transport.ts`.
 */
export interface WireClient {
  /**
   * Sends one request, follows no redirect, and resolves once the headers of the answer are here. An abort of the
   * signal ends the request, or the body that is still being read.
   */
  start(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

export type WireRequest = Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> & {
  signal: AbortSignal;
  /** A second net under our own deadlines, for a request that outlives the process's interest in it. */
  timeoutMs: number;
};

export type WireAnswer = {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  body: ReadableStream<Uint8Array> | null;
  /** True when the library has undone the content-encoding: the bytes on the wire cannot be had any more. */
  isDecoded: boolean;
};
