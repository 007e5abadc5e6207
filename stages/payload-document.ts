import type { PlatformName } from '../domain/dispensary.ts';

/** A payload as it stands in its file: the products just as the platform sent them, each once, and where they are from. */
export interface PayloadDocument {
  platform: PlatformName;
  platformDispensaryId: string;
  dispensaryId: number;
  /** ISO 8601: when the last page had come. */
  fetchedAt: string;
  pages: number;
  /** What the platform said; null when it did not. */
  totalCount: number | null;
  products: unknown[];
}
