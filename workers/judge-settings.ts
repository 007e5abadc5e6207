import { EnvironmentError, type Environment } from '../config/environment.ts';
import { RULE_SHARES, type JudgeSettings } from '../domain/belief/judge-menu.ts';

/**
 * Returns the shares above which a menu is doubted, and the minimum time between two fetches after which the second may confirm
 * the first.
 * @throws EnvironmentError if SUSPECT_SHARES names an unknown rule
 */
export function judgeSettings({
  SUSPECT_SHARES: shares = {},
  CONFIRM_AFTER_MINUTES: minutes,
}: Pick<Environment, 'SUSPECT_SHARES' | 'CONFIRM_AFTER_MINUTES'>): JudgeSettings {
  const unknown = Object.keys(shares).filter((name) => !Object.hasOwn(RULE_SHARES, name));
  if (unknown.length > 0) {
    throw new EnvironmentError(
      `SUSPECT_SHARES names ${unknown.join(', ')}; it takes the rules ${Object.keys(RULE_SHARES).join(', ')}`,
    );
  }
  return { shares: { ...RULE_SHARES, ...shares }, confirmAfterMs: minutes * 60_000 };
}
