import type { PlatformName } from '../domain/dispensary.ts';

/** The systems before crawled one platform; rows that name none are of it. */
export const LEGACY_PLATFORM: PlatformName = 'dutchie';
