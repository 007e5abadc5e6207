/**
 * Sites are requested only through this interface or by a browser. One transport belongs to one identity (proxy and browser profile);
 * `wreq-transport.ts` implements it.
 */

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  /** Complete and in the browser's order. The transport adds only the identity's cookies, at their position. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The headers in place of these after a redirect to another origin. Default: the same. */
  headersElsewhere?: HttpRequest['headers'];
  body?: string | Buffer;
  /** Time until the answer's headers, 30 000 by default. */
  timeoutMs?: number;
  /** Time for the body after the headers, 60 000 by default. */
  bodyTimeoutMs?: number;
  /** Bytes accepted from the network, 20 MB by default. */
  maxWireBytes?: number;
  /** Bytes accepted after decompression, 100 MB by default. */
  maxBodyBytes?: number;
  /** Called with the size of each body chunk; throwing aborts the request. */
  onBytes?: (bytes: number) => void;
  /** When it aborts, `send` rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type HttpResponse = {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** The decoded body; the content-encoding has been undone and verified. */
  body: Buffer;
  /** Size of the body on the network. */
  wireBytes: number;
  /** From the start of the request to the last byte of the body, redirects included. */
  durationMs: number;
  /** The final address, after redirects. */
  url: string;
};

export type StreamRequest = Pick<HttpRequest, 'url' | 'headers' | 'timeoutMs' | 'onBytes' | 'signal'> & {
  /** How long the body may send nothing, 60 000 by default. There is no limit for the whole body. */
  stallMs?: number;
};

/** An answer whose body is still arriving. */
export type StreamedAnswer = Pick<HttpResponse, 'status' | 'headers' | 'url'> & {
  /** Size of the body by the answer's own word; null if it gave none. */
  announcedBytes: number | null;
  /**
   * The body as it comes from the network, still in its content-encoding.
   * @throws CrawlError UpstreamError when it stalls, is cut off, or differs in size from `announcedBytes`
   */
  chunks: AsyncIterable<Uint8Array>;
};

export interface HttpTransport {
  /**
   * Sends one request and reads the whole answer.
   *
   * Any status counts as an answer, even 403 and 500 (see `judge-answer.ts`), except a proxy's own answer on plain HTTP (407, or 590 to
   * 599).
   * @throws CrawlError ProxyFault, UpstreamError (no answer, or a damaged body), ContractBroken (a body beyond the limits), InvalidInput (a
   * forbidden address), or the reason of an aborted signal.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Sends a GET request, and passes the answer on while its body arrives. The request ends when `read` settles, even if parts of
   * the body are unread.
   * @throws CrawlError as `send` does, and whatever `read` throws
   */
  stream<Result>(request: StreamRequest, read: (answer: StreamedAnswer) => Promise<Result>): Promise<Result>;
  /** Closes every connection and drops the cookies; a second call does nothing. */
  close(): Promise<void>;
}

/** Returns the value of a response header, or null. @param name in lower case */
export function headerOf(response: Pick<HttpResponse, 'headers'>, name: string): string | null {
  return response.headers.find(([headerName]) => headerName === name)?.[1] ?? null;
}
