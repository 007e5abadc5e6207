import type { DiscoveredStore, PlatformName } from '../domain/dispensary.ts';
import type { NormalizedProduct } from '../domain/product.ts';

/** A request that a platform wants sent: what it is, never how it leaves. */
export interface PlatformRequest {
  /** The platform's name of the operation, for logs and progress. */
  operation: string;
  method: 'GET' | 'POST';
  url: string;
  /** Headers that the platform asks for, beside those of the browser profile. */
  headers: [name: string, value: string][];
  body?: string;
}

/** One page of a menu. `products` are as the platform sent them. */
export interface MenuPage {
  products: RawProduct[];
  /** How many products the platform says the menu has; null when it does not say. */
  totalCount: number | null;
}

interface RawProduct {
  /** The platform's product id; pages may repeat one. */
  id: string;
  raw: unknown;
}

/** Thrown by parsers when an answer is not what the platform's contract says; the message says what was found. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
  /** True: the platform itself reports an error, which may pass; false: the answer has another form than known. */
  readonly isReported: boolean;

  constructor(message: string, { isReported }: { isReported: boolean }) {
    super(message);
    this.isReported = isReported;
  }
}

/**
 * All that is known of one menu platform. Pure: requests out, domain values in. The chain, the API and the database
 * are the same for every platform.
 */
export interface Platform {
  name: PlatformName;
  /** Products a full page has: a shorter page is the last. */
  pageSize: number;
  /** Most pages a menu may have; more is a fault of paging. */
  pagesMax: number;
  requestStoresOfState(stateCode: string): PlatformRequest;
  requestStoreBySlug(slug: string): PlatformRequest;
  /** @param page counts from zero */
  requestMenuPage(platformDispensaryId: string, page: number): PlatformRequest;
  /** The slug in a menu URL, or null when the URL is not one of this platform's. */
  slugOf(menuUrl: string): string | null;
  /** @throws UnexpectedAnswer */
  parseStores: (answer: unknown) => DiscoveredStore[];
  /** @throws UnexpectedAnswer */
  parseMenuPage: (answer: unknown) => MenuPage;
  /** Never throws: what is wrong with one product costs that product only. */
  normalizeProduct(raw: unknown): NormalizedProduct;
}
