import type { PlatformName } from '../domain/dispensary.ts';
import type { Proxy } from '../domain/identity.ts';
import type { ProxyOutcome } from '../domain/proxy-outcome.ts';
import type { DownloadedImage } from './download.ts';

/** A platform, or none: requests of jobs may be for a site that is no platform. */
export type AnyPlatform = PlatformName | null;

/** Whom a session is for. */
export interface SessionPurpose<Platform extends AnyPlatform = PlatformName> {
  /** The platform whose limits the requests keep to; null: each host has the limits of unknown hosts. */
  platform: Platform;
  /** Under which the proxy's health is kept: the platform's name, or what else is asked for it. */
  target: string;
  stateCode: string | null;
  /** Two letters; a proxy of this country is wanted. Null takes any. */
  countryCode: string | null;
  timeZone: string | null;
  /** The page that a browser opens before it asks anything: the store's menu, or the platform's first page. */
  pageUrl: string;
  /** Unique for each try, so that an outcome that is told twice counts once. */
  attemptKey: string;
  signal: AbortSignal;
  /** Called with the size of each body chunk that arrives over HTTP; throwing aborts the request. */
  onBytes?: (bytes: number) => void;
}

/** A request that a platform describes. */
export interface JsonRequest {
  /** The platform's name of the operation, for heartbeats. */
  operation?: string;
  method: 'GET' | 'POST';
  url: string;
  headers: [name: string, value: string][];
  body?: string;
}

/** As whom a session goes out: a leased identity, or a real browser, whose profile is its own. */
interface SessionIdentity {
  proxy: Proxy;
  profile: { name: string };
}

/** One identity in use: a proxy, a browser profile, its cookies. A new task gets a fresh one. */
export interface CrawlSession {
  identity: SessionIdentity;
  exitAddress: string;
  /** Sends a request at the platform's pace and judges the answer. @throws CrawlError */
  askJson(request: JsonRequest): Promise<unknown>;
  /** Downloads an image at its host's pace. @throws CrawlError */
  download(url: string): Promise<DownloadedImage>;
}

export interface OpenSession extends CrawlSession {
  /** What the session has cost so far. */
  usage(): { responseTimeMs?: number; bytes: number };
  close(): Promise<void>;
}

/** A session of a task: each takes another proxy and another profile. */
export interface SessionTurn {
  /** Counts from 0. */
  number: number;
  proxy: Proxy;
}

/** What a site has sent for a file or a page, as it came. */
export interface ReadFile {
  bytes: Buffer;
  /** As the site says, without its parameters and in small letters; empty where it says nothing. */
  contentType: string;
}

/** A session that reads files and pages too, whatever they are. */
export interface FileSession extends OpenSession {
  /** Reads what lies at an https address, 50 MB at most, at its host's pace. @throws CrawlError */
  readFile(url: string): Promise<ReadFile>;
}

/** Which proxy is wanted. */
export interface ProxyWish {
  target: string;
  countryCode: string | null;
  /** Proxies that this task has tried already; one of them is taken only when there is no other. */
  excludedIds: number[];
}

/** A proxy that is in use by one session, and counts against its limit until it is given back. */
export interface ProxyLease {
  id: string;
  proxy: Proxy;
  /** Must be called once the session is over; a worker that dies loses its leases after a minute. */
  release(): Promise<void>;
}

/** What sessions need of the rest of the house; the worker hands it in. */
export interface SessionPorts<
  Platform extends AnyPlatform = PlatformName,
  Session extends OpenSession = OpenSession,
> {
  /**
   * Looks, before a proxy is leased, whether the platform may be asked at all.
   * @throws CrawlError RateLimited when it is stopped, or asked to be left alone for long
   */
  admit(platform: Platform): Promise<void>;
  /**
   * The healthy proxy that has rested longest.
   * @throws CrawlError NoActiveProxy; RateLimited while the target's breaker is open or every proxy is at its limit
   */
  leaseProxy(wish: ProxyWish): Promise<ProxyLease>;
  recordProxyOutcome(outcome: ProxyOutcome): Promise<void>;
  /**
   * Opens a session over HTTP, or in a browser, and sees where its requests leave.
   * @throws CrawlError ProxyFault
   */
  openSession(purpose: SessionPurpose<Platform>, turn: SessionTurn): Promise<Session>;
}

/** A request's turn: it may be sent now. */
export interface RequestTurn {
  /** Must be called with how the request ended, so that the pace can follow. */
  end(result: TurnResult): Promise<void>;
}

export interface TurnResult {
  outcome: 'answered' | 'blocked' | 'limited' | 'failed';
  durationMs?: number;
  /** What the answer asked to wait. */
  retryAfterMs?: number;
}

/** Who is asked: a platform with limits of its own, or an unknown host. */
export interface TurnWish {
  /** Null for a host that is no platform's API, such as that of a picture. */
  platform: PlatformName | null;
  /** The platform whose crawl a request to another host serves: its switch stops that request too. */
  servedPlatform?: PlatformName;
  url: string;
  /** What the request asks for, where its path does not say it. */
  operation?: string | undefined;
  signal: AbortSignal;
}

/** The pace at which all workers together ask. */
export interface RequestPacing {
  /**
   * Refuses a session that would only wait: asked before a proxy and an identity are taken into use.
   * @throws CrawlError RateLimited as `takeTurn` does
   */
  admit(platform: PlatformName): Promise<void>;
  /**
   * Waits until the request may be sent.
   * @throws CrawlError RateLimited when the platform is switched off, or the wait is too long for a session to last
   */
  takeTurn(wish: TurnWish): Promise<RequestTurn>;
}
