import type { PlatformName } from '../domain/dispensary.ts';

/** A payload as stored in its file: the products exactly as the platform sent them, each once, and their origin. */
export interface PayloadDocument {
  platform: PlatformName;
  platformDispensaryId: string;
  dispensaryId: number;
  /** ISO 8601: when the last page arrived. */
  fetchedAt: string;
  pages: number;
  /** The platform's count; null if it gave none. */
  totalCount: number | null;
  products: unknown[];
}
