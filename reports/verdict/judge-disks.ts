import { describeDisk, diskShortage } from '../../domain/disk.ts';
import type { FailureKind } from '../../domain/errors.ts';
import type { RetryingTasks } from '../../db/queries/retrying-work.ts';
import { NEEDS_PERSON } from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

const ABOUT = { ...NEEDS_PERSON, page: '/workers', api: '/api/worker-registry' };

/** Reports disks that are full, or soon will be, whether or not a task has failed because of it yet. */
export function judgeDisks(facts: VerdictFacts): VerdictReason[] {
  return facts.disks.flatMap((disk): VerdictReason[] => {
    const shortage = diskShortage(disk);
    if (shortage === null) return [];
    const found = `${describeDisk(disk)}, as ${disk.seenBy} reads it`;
    if (shortage === 'low') {
      const text = `A disk is nearly full: ${found}. Once it is full, nothing more is crawled. Free space there, or keep fewer payloads (PAYLOAD_RETENTION_DAYS, PAYLOAD_RETENTION_COUNT).`;
      return [{ severity: 'degraded', code: 'disk-low', words: text, ...ABOUT }];
    }
    const text = `A disk is full: ${found}. Payloads and pictures may find no room there${describeWaiting(facts)}.${describeServers(facts)} Free space there: work then goes on by itself, and what a worker read changes with its next heartbeat.`;
    return [{ severity: 'bad', code: 'disk-full', words: text, ...ABOUT }];
  });
}

/** Whether tasks fail because of a full disk that `judgeDisks` reports. */
export function isForFullDisk({ kind }: RetryingTasks, { disks }: VerdictFacts): boolean {
  return kind === FULL && disks.some((disk) => diskShortage(disk) === 'full');
}

const FULL: FailureKind = 'StorageFull';

function describeWaiting({ retrying }: VerdictFacts): string {
  const waiting = (retrying ?? [])
    .filter(({ kind }) => kind === FULL)
    .reduce((sum, { failedSince }) => sum + failedSince, 0);
  return waiting === 0 ? '' : `, and ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} for it`;
}

function describeServers({ temporalAway }: VerdictFacts): string {
  return temporalAway === null
    ? ''
    : ' If Temporal keeps its files on this disk, that may be why it does not answer.';
}
