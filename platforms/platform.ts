import type { Area } from '../domain/discovery.ts';
import type { DiscoveredStore, PlatformName } from '../domain/dispensary.ts';
import type { KnownField } from '../domain/drift.ts';
import type { NormalizedProduct } from '../domain/product.ts';
import type { ValueRules } from './value-rules.ts';

/** A request that a platform wants sent: what it is, never how it leaves. */
export interface PlatformRequest {
  /** The platform's name of the operation, for logs and progress. */
  operation: string;
  method: 'GET' | 'POST';
  url: string;
  /** Headers that the platform asks for, beside those of the browser profile. */
  headers: [name: string, value: string][];
  body?: string;
  /** The hash that stands for the query's text; absent where the text itself is sent, or there is none. */
  queryHash?: string;
  /** True where the request names the fields that it wants, so that others do not come. */
  selectsFields?: true;
}

/**
 * What crawls have found out about a platform's persisted queries since the settings were written: hashes that the
 * platform's own pages use, and hashes that it no longer knows.
 */
export interface QueryKnowledge {
  /** The newest hash of each operation that a page was seen to use. */
  learned: Readonly<Record<string, string>>;
  rejected: ReadonlySet<string>;
}

/** What is known before the first crawl. */
export const NOTHING_KNOWN: QueryKnowledge = { learned: {}, rejected: new Set() };

/** How a menu is sorted: pages in one order overlap and skip differently from pages in another. */
export type MenuOrder = 'ascending' | 'descending';

export interface MenuPageWish {
  platformDispensaryId: string;
  /** Counts from zero. */
  page: number;
  order: MenuOrder;
  /** Where this store is asked, when not at the platform's usual address: some keep a domain of their own. */
  apiUrl: string | null;
}

/** One page of a menu. `products` are as the platform sent them. */
export interface MenuPage {
  products: RawProduct[];
  /** How many products the platform says the menu has; null when it does not say. */
  totalCount: number | null;
  /** The platform's ids of the stores that the products say they are of; absent where products do not say. */
  ownerIds?: string[];
}

interface RawProduct {
  /** The platform's product id; pages may repeat one. */
  id: string;
  raw: unknown;
}

/**
 * What is wrong with an answer: the platform reports an error, which may pass; it does not know the query's hash; or
 * the answer has another form than known.
 */
type Complaint = 'reported' | 'unknown-query' | 'form';

/** Thrown by parsers when an answer is not what the platform's contract says; the message says what was found. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
  readonly complaint: Complaint;

  constructor(message: string, complaint: Complaint) {
    super(message);
    this.complaint = complaint;
  }
}

/**
 * All that is known of one menu platform. Pure: requests out, domain values in. The chain, the API and the database
 * are the same for every platform.
 */
export interface Platform {
  name: PlatformName;
  /** Where its pages and its API are; a browser session starts at a page of this host. */
  homeUrl: string;
  /** Products a full page has: a shorter page is the last. */
  pageSize: number;
  /** Most pages a menu may have; more is a fault of paging. */
  pagesMax: number;
  requestStores(area: Area, known: QueryKnowledge): PlatformRequest;
  /** @param slugOrId the store's slug, or the platform's id of it */
  requestStore(slugOrId: string, known: QueryKnowledge): PlatformRequest;
  requestMenuPage(wish: MenuPageWish, known: QueryKnowledge): PlatformRequest;
  /** The slug in a menu URL, or null when the URL is not one of this platform's. */
  slugOf(menuUrl: string): string | null;
  /** The menu page of a store, as discovery gives it. */
  menuUrlOf(slug: string): string;
  /** Hosts of its menu pages, with those below them, beside the host of `homeUrl`. */
  menuHosts: readonly string[];
  /** The paths before the slug, under which a menu is served. */
  menuPaths: readonly string[];
  /** The operation and the hash in a request that a page of the platform sent, or null. */
  learnQuery(request: { url: string; body?: string | undefined }): { operation: string; hash: string } | null;
  /** @throws UnexpectedAnswer */
  parseStores: (answer: unknown) => DiscoveredStore[];
  /** @throws UnexpectedAnswer */
  parseMenuPage: (answer: unknown) => MenuPage;
  /** How its products are told apart from what they were: see domain/drift.ts. */
  fields: {
    /** The platform's name of the request that products come with. */
    operation: string;
    /** What is known of a product's fields before the first payload; empty: the first one teaches. */
    documented: readonly KnownField[];
    /** Names of fields whose objects are keyed by data. */
    maps: ReadonlySet<string>;
  };
  /** The products in a captured body, or null when it is none of this platform's. */
  productsOf(body: unknown): readonly unknown[] | null;
  /**
   * What normalizes the products of a menu: some words mean what the rest of the menu shows. Never throws: what is wrong
   * with one product costs that product only.
   * @param menu all of its products, as the platform sent them
   */
  normalizerOf(menu: readonly unknown[]): (raw: unknown) => NormalizedProduct;
  /** How the normalizer makes each value, in words for people. */
  rules: ValueRules;
}
