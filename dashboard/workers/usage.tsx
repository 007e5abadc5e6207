import { inDigits, inGigabytes } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { Sign } from '../parts/sign.tsx';
import type { Pod, Worker } from '../server/workers-api.ts';
import type { WorkerDisk } from './disks-of.ts';
import { levelOf, type Level } from './usage-level.ts';

const FILLS: Record<Level, string> = {
  low: 'fill-(--bar-good)',
  medium: 'fill-(--bar-unconfirmed)',
  high: 'fill-(--bar-high)',
  'very high': 'fill-(--bar-bad)',
};

/** Shows a percentage as a number, a word and a bar. */
export function Usage({ percent }: { percent: number }) {
  const shown = Math.round(percent);
  const level = levelOf(shown);
  return (
    <span className="inline-grid gap-0.5 whitespace-nowrap">
      <span>
        <span className="font-semibold tabular-nums">{inDigits(shown)}%</span> {level}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" width="84" height="6" aria-hidden="true">
        <rect width="100" height="6" rx="1" className="fill-(--line)" />
        <rect width={Math.min(shown, 100)} height="6" rx="1" data-level={level} className={FILLS[level]} />
      </svg>
    </span>
  );
}

type Memory = Pick<Pod, 'memory_mb' | 'memory_total_mb' | 'memory_percent'>;

/** Shows used and total memory. */
export function MemoryUsage({ memory }: { memory: Memory }) {
  // Workers that run elsewhere may not report memory.
  if (memory.memory_total_mb === 0) return <span className="text-(--soft)">not reported</span>;
  return (
    <span className="inline-flex flex-wrap items-start gap-x-3">
      <Usage percent={memory.memory_percent} />
      <span className="whitespace-nowrap text-(--soft)">
        {inDigits(Math.round(memory.memory_mb))} of {inDigits(Math.round(memory.memory_total_mb))} MiB
      </span>
    </span>
  );
}

/** Says how much memory a worker used before, with a warning if it has risen since. */
export function MemoryTrend({ trend }: { trend: NonNullable<Worker['memory_trend']> }) {
  const { is_rising: isRising, percent, at } = trend;
  return (
    <span className={isRising ? 'mt-0.5 flex items-start gap-1 text-(--warn)' : 'block text-(--soft)'}>
      {isRising ? <Sign tone="degraded" size={16} /> : null}
      <span>
        <span className="whitespace-nowrap">
          {isRising ? 'rising: ' : ''}was {inDigits(percent)}%
        </span>{' '}
        <Moment at={at} />
      </span>
    </span>
  );
}

const SHORTAGES = {
  full: 'It is full: payloads and pictures may find no room. Delete files there.',
  low: 'It is nearly full, and nothing more is crawled once it is. Delete files there, or keep fewer payloads.',
};

/** Shows how full the disk of a worker is, the space that is left, and what to do if there is little. */
export function DiskUsage({ disk, shortage }: WorkerDisk) {
  const { free_bytes: free, total_bytes: total, has_free_files: hasFreeFiles } = disk;
  return (
    <span className="inline-flex flex-wrap items-start gap-x-3 gap-y-1">
      <Usage percent={hasFreeFiles && total > 0 ? (1 - free / total) * 100 : 100} />
      <span className="whitespace-nowrap text-(--soft)">
        {hasFreeFiles
          ? `${inGigabytes(free)} of ${inGigabytes(total)} free`
          : 'no room for more files (inodes)'}
      </span>
      {shortage === null ? null : (
        <span className="flex items-start gap-1 text-(--warn)">
          <Sign tone={shortage === 'full' ? 'bad' : 'degraded'} size={16} />
          {SHORTAGES[shortage]}
        </span>
      )}
    </span>
  );
}
