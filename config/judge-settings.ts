import type { Environment } from './environment.ts';

/** Above which shares a menu is not believed, and how far apart two looks must be to confirm it. */
export function judgeSettings(environment: Environment) {
  return {
    missingShareMax: environment.SUSPECT_MISSING_SHARE,
    goneShareMax: environment.SUSPECT_GONE_SHARE,
    repricedShareMax: environment.SUSPECT_REPRICED_SHARE,
    confirmAfterMs: environment.CONFIRM_AFTER_MINUTES * 60_000,
  };
}
