import type { PlatformName } from '../domain/dispensary.ts';

/** The legacy systems crawled only this platform; rows that name none belong to it. */
export const LEGACY_PLATFORM: PlatformName = 'dutchie';
