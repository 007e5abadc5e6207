import type { BrowserProfile } from '../domain/browser-profiles.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Proxy } from '../domain/identity.ts';
import type { ProxyOutcome } from '../domain/proxy-outcome.ts';
import type { CookieMemory } from './cookie-memory.ts';
import type { DownloadedImage } from './download.ts';
import type { FileDownload } from './download-file.ts';
import type { SessionAnswer, SessionRequest } from './session-request.ts';

/** A platform, or null: jobs may request sites that belong to no platform. */
export type AnyPlatform = PlatformName | null;

/** What a session is for. */
export interface SessionPurpose<Platform extends AnyPlatform = PlatformName> {
  /** The platform whose limits apply; null applies the limits of unknown hosts to each host. */
  platform: Platform;
  /** The name under which the proxy's health is kept: the platform, or a name of its own for another kind of request. */
  target: string;
  stateCode: string | null;
  /** Two letters: the country that the proxy must be in; null accepts any. */
  countryCode: string | null;
  timeZone: string | null;
  /** The page that a browser opens before any request: the store's menu, or the platform's home page. */
  pageUrl: string;
  /** Unique for each attempt, so that an outcome that is reported twice counts once. */
  attemptKey: string;
  signal: AbortSignal;
  /** Whether requests obey robots.txt. Undefined: as the settings of the platform say, and always at other hosts. */
  obeysRobots?: boolean | undefined;
  /** The profile and cookies of an account that keeps its own; absent: new ones. */
  kept?: { profile: BrowserProfile; cookies: CookieMemory };
  /** Called with the size of each body chunk that arrives over HTTP; throwing aborts the request. */
  onBytes?: (bytes: number) => void;
}

/** A request built by a platform. */
export interface JsonRequest {
  /** The platform's name of the operation, for heartbeats. */
  operation?: string;
  method: 'GET' | 'POST';
  url: string;
  headers: [name: string, value: string][];
  body?: string;
}

/** The identity of a session: a leased one, or a real browser with its own profile. */
interface SessionIdentity {
  proxy: Proxy;
  /** `userAgent`: of sessions over HTTP. */
  profile: { name: string; userAgent?: string };
}

/** One identity in use: a proxy, a browser profile, its cookies. Each new task gets a new one. */
export interface CrawlSession {
  identity: SessionIdentity;
  exitAddress: string;
  /** Sends a request at the platform's pace and judges the answer. @throws CrawlError */
  askJson(request: JsonRequest): Promise<unknown>;
  /** Downloads an image at its host's pace. @throws CrawlError */
  download(url: string): Promise<DownloadedImage>;
}

export interface OpenSession extends CrawlSession {
  /** The usage of the session so far. */
  usage(): { responseTimeMs?: number; bytes: number };
  close(): Promise<void>;
}

/** One session of a task. Each uses another proxy and another profile. */
export interface SessionUse {
  /** Counts from 0. */
  number: number;
  proxy: Proxy;
}

/** The content of a file or page, unchanged. */
export interface ReadFile {
  bytes: Buffer;
  /** The content type that the site gave, in lower case and without parameters; empty if it gave none. */
  contentType: string;
}

/** A session that can also read files and pages of any type. */
export interface FileSession extends OpenSession {
  /**
   * Sends a request at the platform's pace, and returns the answer unless the site refuses the session or fails.
   * @throws CrawlError Blocked, RateLimited, UpstreamError; InvalidInput for a request that cannot be sent
   */
  request(request: SessionRequest): Promise<SessionAnswer>;
  /** Reads a file at an https address, at most 50 MB, at its host's pace. @throws CrawlError */
  readFile(url: string): Promise<ReadFile>;
  /**
   * Downloads a file of any size at an https address, at its host's pace, and continues what an earlier download received.
   * @returns the content type, detected from the bytes if they show it
   * @throws CrawlError
   */
  downloadFile(url: string, download: SessionDownload): Promise<{ contentType: string }>;
}

/** A session without a proxy, such as for a public API: its requests leave from this machine's own address. */
export interface DirectSession extends Omit<FileSession, 'identity' | 'exitAddress'> {
  identity: { proxy: null; profile: SessionIdentity['profile'] };
  /** No service is asked for it. */
  exitAddress: null;
}

/** What a download takes that the session does not know. */
type SessionDownload = Pick<FileDownload, 'file' | 'wanted' | 'maxBytes' | 'onProgress'>;

/** Which proxy is wanted. */
export interface ProxyRequest {
  target: string;
  countryCode: string | null;
  /** Proxies that this task has already tried; reused only when there is no other. */
  excludedIds: number[];
  /** Only this proxy, which an account keeps. */
  pinnedId?: number;
}

/** A proxy that one session uses. It counts against the proxy's limit until it is released. */
export interface ProxyLease {
  id: string;
  proxy: Proxy;
  /** Must be called at the end of the session. The leases of a dead worker expire after a minute. */
  release(): Promise<void>;
}

/** What sessions need from their callers; the worker passes it in. */
export interface SessionPorts<
  Platform extends AnyPlatform = PlatformName,
  Session extends OpenSession = OpenSession,
> {
  /**
   * Checks, before a proxy is leased, whether requests to the platform are allowed at all.
   * @throws CrawlError RateLimited when the platform is stopped, or has requested a long pause
   */
  admit(platform: Platform): Promise<void>;
  /**
   * Leases the healthy proxy that has rested longest.
   * @throws CrawlError NoActiveProxy; RateLimited while the target's breaker is open or every proxy is at its limit
   */
  leaseProxy(request: ProxyRequest): Promise<ProxyLease>;
  recordProxyOutcome(outcome: ProxyOutcome): Promise<void>;
  /**
   * Opens a session over HTTP or in a browser, and verifies its exit address.
   * @throws CrawlError ProxyFault
   */
  openSession(purpose: SessionPurpose<Platform>, turn: SessionUse): Promise<Session>;
}

/** What sessions without a proxy need. There is no lease, and no outcome of a proxy to record. */
export interface DirectPorts extends Pick<SessionPorts<AnyPlatform, FileSession>, 'admit'> {
  openDirect(purpose: SessionPurpose<AnyPlatform>): Promise<DirectSession>;
}

/** A permit: the request may be sent now. */
export interface RequestPermit {
  /** Must be called with the outcome of the request, so that the pace can adapt. */
  end(result: RequestResult): Promise<void>;
}

export interface RequestResult {
  outcome: 'answered' | 'blocked' | 'limited' | 'failed';
  durationMs?: number;
  /** The wait that the answer requested. */
  retryAfterMs?: number;
}

/** The destination of a request: a platform with its own limits, or an unknown host. */
export interface PaceRequest {
  /** Null for a host that is no platform's API, such as an image host. */
  platform: PlatformName | null;
  /** The platform whose crawl this request to another host serves. Stopping the platform also stops the request. */
  servedPlatform?: PlatformName;
  url: string;
  /** The operation of the request, if its path does not show it. */
  operation?: string | undefined;
  /** As in the purpose of the session. */
  obeysRobots?: boolean | undefined;
  signal: AbortSignal;
}

/** The pace of the requests of all workers together. */
export interface RequestPacing {
  /**
   * Refuses a session that would only wait; called before a proxy and an identity are leased.
   * @throws CrawlError RateLimited as `acquirePermit` does
   */
  admit(platform: PlatformName): Promise<void>;
  /**
   * Waits for a permit.
   * @throws CrawlError RateLimited when the platform is switched off, or the wait is too long for a session
   */
  acquirePermit(request: PaceRequest): Promise<RequestPermit>;
}
