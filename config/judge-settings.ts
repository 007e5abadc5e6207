import { RULE_SHARES, type JudgeSettings } from '../domain/belief/judge-menu.ts';
import type { Environment } from './environment.ts';

/** Above which shares a menu is not believed, and how far apart two looks must be for time to confirm it. */
export function judgeSettings(environment: Environment): JudgeSettings {
  return {
    shares: environment.SUSPECT_SHARES ?? RULE_SHARES,
    confirmAfterMs: environment.CONFIRM_AFTER_MINUTES * 60_000,
  };
}
