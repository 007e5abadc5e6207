import type { PlatformName } from '../domain/dispensary.ts';
import { createDutchiePlatform, type DutchieSettings } from './dutchie/dutchie.ts';
import type { Platform } from './platform.ts';

export type PlatformRegistry = Record<PlatformName, Platform>;

/** The platforms by name, each with its settings. */
export function createPlatformRegistry(settings: { dutchie: DutchieSettings }): PlatformRegistry {
  return { dutchie: createDutchiePlatform(settings.dutchie) };
}
