import { chooseProfile } from '../domain/browser-profiles.ts';
import { acceptLanguageFor, timeZoneOfState, type LeasedIdentity } from '../domain/identity.ts';
import type { AnyPlatform, SessionPurpose, SessionTurn } from './session.ts';

/** The identity of a session: its proxy, and a profile, a language and a time zone that go together. */
export function makeIdentity(purpose: SessionPurpose<AnyPlatform>, turn: SessionTurn): LeasedIdentity {
  const profile = chooseProfile(seedOf(purpose.attemptKey) + turn.number);
  return {
    proxy: turn.proxy,
    profile,
    acceptLanguage: acceptLanguageFor(purpose.stateCode, profile),
    timeZone: purpose.timeZone ?? timeZoneOfState(purpose.stateCode),
  };
}

/** A number from a text: equal keys give equal profiles, so a task can be told apart in logs and repeated in tests. */
export function seedOf(key: string): number {
  let seed = 0;
  for (const letter of key) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return seed;
}
