import { cancellationSignal } from '@temporalio/activity';
import type { Dispensary } from '../domain/dispensary.ts';
import type { SessionPurpose } from '../egress/session.ts';
import { attemptKey } from './calling-chain.ts';

/** For whom the current activity opens sessions. @param target whose health the proxies' outcomes count for */
export function purposeOf(dispensary: Dispensary, target: string): SessionPurpose {
  return {
    platform: dispensary.platform,
    target,
    stateCode: dispensary.stateCode,
    countryCode: dispensary.countryCode,
    timeZone: dispensary.timeZone,
    pageUrl: dispensary.menuUrl,
    attemptKey: attemptKey(),
    signal: cancellationSignal(),
  };
}
