import { formatMoment } from './format-moment.ts';

/** Says that an operator has stopped a target, so that its requests wait. */
export function describeStop(target: string, { since, because }: { since: Date; because: string }): string {
  return `${target}${STOPPED}${formatMoment(since)}: ${because.replace(/\.$/, '')}. No request was sent to it.`;
}

/** Whether a failure's message is one of `describeStop`. Such a failure says nothing about the platform, and ends with the stop. */
export function isForStop(message: string | null, target: string | null): boolean {
  return message !== null && target !== null && message.startsWith(`${target}${STOPPED}`);
}

const STOPPED = ' was stopped at ';
