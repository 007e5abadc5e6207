/**
 * The door to the internet as the rest of the code sees it. One transport belongs to one identity (proxy and browser
 * profile); `wreq-transport.ts` stands behind it.
 */

export type HttpRequest = {
  method: 'GET' | 'POST';
  url: string;
  /** Complete and in the browser's order; the transport adds none but this identity's cookies, in their place. */
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
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
  /** When it aborts, `send` rejects with the signal's own reason. */
  signal?: AbortSignal;
};

export type HttpResponse = {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** Decoded: the content-encoding is already undone and verified. */
  body: Buffer;
  /** Size of the body as it came over the network. */
  wireBytes: number;
  /** From the start of the request to the last byte of the body, redirects included. */
  durationMs: number;
  /** Where the answer came from, after redirects. */
  url: string;
};

export interface HttpTransport {
  /**
   * Sends one request and reads the whole answer.
   *
   * Any status is an answer, also 403 and 500 (see `judge-answer.ts`), but for the 407 of a proxy.
   * @throws CrawlError ProxyFault, UpstreamError (no answer, or a damaged body), ContractBroken (a body beyond the
   *   limits), InvalidInput (an address that may not be asked), or the reason of an aborted signal.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes every connection and forgets the cookies; a second call does nothing. */
  close(): Promise<void>;
}

/** The value of a response header by its lower-case name, or null. */
export function headerOf(response: Pick<HttpResponse, 'headers'>, name: string): string | null {
  return response.headers.find(([headerName]) => headerName === name)?.[1] ?? null;
}
