import { chooseProfile } from '../domain/browser-profiles.ts';
import {
  acceptLanguageFor,
  timeZoneOfState,
  type Appearance,
  type LeasedIdentity,
} from '../domain/identity.ts';
import type { AnyPlatform, SessionPurpose, SessionUse } from './session.ts';

/** Makes the identity of a session: its proxy, and a matching profile, language and time zone. */
export function makeIdentity(purpose: SessionPurpose<AnyPlatform>, turn: SessionUse): LeasedIdentity {
  return { proxy: turn.proxy, ...makeAppearance(purpose, turn.number) };
}

/** Makes a profile, language and time zone. @param number counts the sessions of a task from 0 */
export function makeAppearance(purpose: SessionPurpose<AnyPlatform>, number: number): Appearance {
  const profile = purpose.kept?.profile ?? chooseProfile(seedOf(purpose.attemptKey) + number);
  return {
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
