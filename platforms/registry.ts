import type { PlatformName } from '../domain/dispensary.ts';
import { createBlazePlatform, type BlazeSettings } from './blaze/blaze.ts';
import { createDutchiePlatform, type DutchieSettings } from './dutchie/dutchie.ts';
import type { Platform } from './platform.ts';

export type PlatformRegistry = Record<PlatformName, Platform>;

/** The settings of each platform. */
export interface PlatformSettings {
  dutchie: DutchieSettings;
  blaze: BlazeSettings;
}

/** Creates the platforms, each with its settings. */
export function createPlatformRegistry(settings: PlatformSettings): PlatformRegistry {
  return {
    dutchie: createDutchiePlatform(settings.dutchie),
    blaze: createBlazePlatform(settings.blaze),
  };
}
