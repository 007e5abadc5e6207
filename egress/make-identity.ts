import { chooseProfile } from '../domain/browser-profiles.ts';
import { acceptLanguageFor, timeZoneOfState, type LeasedIdentity } from '../domain/identity.ts';
import type { AnyPlatform, SessionPurpose, SessionUse } from './session.ts';

/** Makes the identity of a session: its proxy, and a matching profile, language and time zone. */
export function makeIdentity(purpose: SessionPurpose<AnyPlatform>, turn: SessionUse): LeasedIdentity {
  const profile = purpose.kept?.profile ?? chooseProfile(seedOf(purpose.attemptKey) + turn.number);
  return {
    proxy: turn.proxy,
    profile,
    acceptLanguage: acceptLanguageFor(purpose.stateCode, profile),
    timeZone: purpose.timeZone ?? timeZoneOfState(purpose.stateCode),
  };
}

/** Derives a number from a text. Equal keys give equal profiles, so that tasks are recognizable in logs and repeatable in tests. */
export function seedOf(key: string): number {
  let seed = 0;
  for (const letter of key) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return seed;
}
