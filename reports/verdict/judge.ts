import { minutesBetween, formatSpan } from '../time-span.ts';
import { outlookOf, UNKNOWN } from './clearing.ts';
import { judgeDisks } from './judge-disks.ts';
import {
  judgeFailing,
  judgeFailures,
  judgeOverdue,
  judgeQuarantine,
  judgeRejected,
} from './judge-outcomes.ts';
import { isSilent, judgeSilence } from './judge-silence.ts';
import { judgeProxies, judgeTargets } from './judge-upstream.ts';
import { judgeJobs, judgeRetrying, judgeRoles } from './judge-work.ts';
import { judgeLost, judgeSilent, judgeWorkers } from './judge-workers.ts';
import type { Verdict, VerdictFacts, VerdictReason } from './verdict-facts.ts';

// Judges whether the whole system is healthy, for the dashboard and for `crawlchain status`.

/** Judges the facts; its reasons are sorted with the most urgent first. */
export function judge(facts: VerdictFacts): Verdict {
  const reasons = [
    ...judgeServers(facts),
    ...judgeDisks(facts),
    ...judgeWorkers(facts),
    ...judgeSilent(facts),
    ...judgeLost(facts),
    ...judgeProxies(facts),
    ...judgeRetrying(facts),
    ...judgeRoles(facts),
    ...judgeJobs(facts),
    ...judgeFailures(facts),
    ...judgeFailing(facts),
    ...judgeSilence(facts),
    ...(isSilent(facts) ? [] : judgeOverdue(facts)),
    ...judgeTargets(facts),
    ...judgeQuarantine(facts),
    ...judgeRejected(facts),
    ...judgeSchedules(facts),
  ];
  const isBad = reasons.some(({ severity }) => severity === 'bad');
  return {
    verdict: isBad ? 'bad' : reasons.length > 0 ? 'degraded' : 'good',
    outlook: outlookOf(reasons),
    reasons: reasons.toSorted((one, other) => urgencyOf(other) - urgencyOf(one)),
  };
}

/** Ranks a reason: bad ones first, then those that stay until a person acts. */
function urgencyOf({ severity, clearsByItself }: VerdictReason): number {
  return (severity === 'bad' ? 3 : 0) + (clearsByItself === false ? 2 : clearsByItself === null ? 1 : 0);
}

function judgeServers({ temporalAway, ledger, now }: VerdictFacts): VerdictReason[] {
  const about = { page: '/#servers', api: '/readyz' };
  const since =
    ledger === null || ledger.asOf === null
      ? ''
      : ` The tasks and jobs shown are as of ${formatSpan(minutesBetween(ledger.asOf, now))} ago.`;
  if (temporalAway !== null)
    return [
      {
        severity: 'bad',
        code: 'temporal-away',
        words: `Temporal does not answer: nothing new starts, and running work cannot continue.${since}`,
        ...UNKNOWN,
        ...about,
      },
    ];
  if (ledger?.isStale !== true) return [];
  const text =
    ledger.asOf === null
      ? 'The ledger has not caught up with Temporal yet: tasks that no worker has begun may be missing.'
      : `No process updates the ledger from Temporal.${since} API processes and workers do this in turn; if the current one hangs, another takes over within two minutes.`;
  return [{ severity: 'degraded', code: 'ledger-behind', words: text, ...UNKNOWN, ...about }];
}

function judgeSchedules({ schedules }: VerdictFacts): VerdictReason[] {
  return (schedules ?? []).map(({ id, state, words }) => ({
    severity: 'degraded',
    code: `schedule-${state}`,
    words: `The schedule ${id} ${words}.`,
    ...UNKNOWN,
    page: '/#schedules',
    api: `/api/schedules/${id}`,
  }));
}
