import { cancellationSignal } from '@temporalio/activity';
import type { Dispensary } from '../domain/dispensary.ts';
import type { SessionPurpose } from '../egress/session.ts';
import { attemptKey } from './current-chain.ts';

/** Returns the purpose of the current activity's sessions. @param target under which the proxies' health is recorded */
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
