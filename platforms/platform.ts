import type { Area } from '../domain/discovery.ts';
import type { DiscoveredStore, PlatformName } from '../domain/dispensary.ts';
import type { KnownField } from '../domain/drift.ts';
import type { NormalizedProduct } from '../domain/product.ts';
import type { ValueRules } from './value-rules.ts';

/** A request that a platform module builds. Says nothing about how it is sent. */
export interface PlatformRequest {
  /** The platform's name of the operation, for logs and progress. */
  operation: string;
  method: 'GET' | 'POST';
  url: string;
  /** Headers that the platform requires in addition to those of the browser profile. */
  headers: [name: string, value: string][];
  body?: string;
  /** The hash of a persisted query; absent if the query's text is sent, or there is no query. */
  queryHash?: string;
  /** True if the request names the fields it wants, so that the answer has no other fields. */
  selectsFields?: true;
}

/**
 * What crawls have learned about a platform's persisted queries since the settings were written: hashes that the platform's own pages
 * use, and hashes that the platform no longer knows.
 */
export interface QueryKnowledge {
  /** For each operation, the newest hash that a page used. */
  learned: Readonly<Record<string, string>>;
  rejected: ReadonlySet<string>;
}

/** The knowledge before the first crawl. */
export const NOTHING_KNOWN: QueryKnowledge = { learned: {}, rejected: new Set() };

/** The order of a menu. Between the pages of a menu, products repeat or are missing; in the two orders this happens at different places. */
export type MenuOrder = 'ascending' | 'descending';

export interface MenuPageRequest {
  platformDispensaryId: string;
  /** Counted from 0. */
  page: number;
  order: MenuOrder;
  /** The store's own API address, if it differs from the platform's usual one: some stores have their own domain. */
  apiUrl: string | null;
}

/** One page of a menu. `products` are unchanged. */
export interface MenuPage {
  products: RawProduct[];
  /** The platform's count of products in the menu; null when it gives none. */
  totalCount: number | null;
  /** The platform ids of the stores that the products claim to belong to; absent if products do not say. */
  ownerIds?: string[];
}

interface RawProduct {
  /** The platform's product id; pages may repeat it. */
  id: string;
  raw: unknown;
}

/**
 * What is wrong with an answer: the platform reports an error, which may be temporary; it does not know the query's hash; or the
 * answer has an unknown form.
 */
type Complaint = 'reported' | 'unknown-query' | 'form';

/** Thrown by parsers when an answer breaks the platform's contract; the message says what was found. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
  readonly complaint: Complaint;

  constructor(message: string, complaint: Complaint) {
    super(message);
    this.complaint = complaint;
  }
}

/**
 * Everything that is known about one menu platform. Pure: builds requests and returns domain values, and sends nothing. The chain, the
 * API and the database are the same for every platform.
 */
export interface Platform {
  name: PlatformName;
  /** The address of the platform's pages and API; a browser session starts at a page of this host. */
  homeUrl: string;
  /** The number of products on a full page; a page with fewer is the last one. */
  pageSize: number;
  /** The most pages of a menu; a menu with more has a paging error. */
  pagesMax: number;
  requestStores(area: Area, known: QueryKnowledge): PlatformRequest;
  /** @param slugOrId the store's slug, or its id on the platform */
  requestStore(slugOrId: string, known: QueryKnowledge): PlatformRequest;
  requestMenuPage(request: MenuPageRequest, known: QueryKnowledge): PlatformRequest;
  /** Returns the slug in a menu URL; null when the URL is not one of this platform's. */
  slugOf(menuUrl: string): string | null;
  /** Returns the URL of a store's menu page, in the form that discovery produces. */
  menuUrlOf(slug: string): string;
  /** Hosts of the platform's menu pages, including their subdomains, in addition to the host of `homeUrl`. */
  menuHosts: readonly string[];
  /** First segments of the paths of menu pages; the slug is the next segment. */
  menuPaths: readonly string[];
  /** Returns the operation and the hash of a persisted query in a request of the platform's own page; null for other requests. */
  learnQuery(request: { url: string; body?: string | undefined }): { operation: string; hash: string } | null;
  /** @throws UnexpectedAnswer */
  parseStores: (answer: unknown) => DiscoveredStore[];
  /** @throws UnexpectedAnswer */
  parseMenuPage: (answer: unknown) => MenuPage;
  /** How drift of the platform's products is detected: see domain/drift.ts. */
  fields: {
    /** The platform's name of the request that returns products. */
    operation: string;
    /** The fields of a product that are known before the first payload; if empty, the first payload shows which fields exist. */
    documented: readonly KnownField[];
    /** Names of fields whose objects have data as keys. */
    maps: ReadonlySet<string>;
  };
  /** Returns the products in a captured body; null when the body is not from this platform. */
  productsOf(body: unknown): readonly unknown[] | null;
  /**
   * Creates the function that normalizes the products of a menu. It needs the whole menu, because the meaning of some words depends on
   * the other products. The function never throws: a faulty product only affects itself.
   * @param menu all products of the menu, as the platform sent them
   */
  normalizerOf(menu: readonly unknown[]): (raw: unknown) => NormalizedProduct;
  /** How the normalizer derives each value, in words for people. */
  rules: ValueRules;
}
