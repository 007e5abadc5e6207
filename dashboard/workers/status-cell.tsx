import { clockTime, Lasting, Moment } from '../parts/moment.tsx';
import { Badge, Sign } from '../parts/sign.tsx';
import type { Tone } from '../parts/tone.ts';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { Worker, WorkerStatus } from '../server/workers-api.ts';
import { isAskedToStop, isLiving } from './worker-search.ts';
import { warningsOf } from './worker-warnings.ts';

const TONES: Record<WorkerStatus, Tone> = {
  active: 'good',
  backing_off: 'degraded',
  draining: 'neutral',
  stopped: 'neutral',
  decommissioned: 'neutral',
  lost: 'bad',
};

/** A worker's status and warnings. */
export function StatusCell({ worker }: { worker: Worker }) {
  const { resources, counts_as_lost_at: lostAt, last_heartbeat_at: heardAt } = worker;
  const hasBackOffReason = isBackingOff(worker) && resources.backoff_reason !== null;
  return (
    <div className="grid w-max max-w-64 gap-1">
      <StatusBadges worker={worker} />
      {lostAt === null ? null : (
        <span className="text-(--warn)">
          no heartbeat for <Lasting from={heardAt} to={null} />, counts as lost at {clockTime(lostAt)}
        </span>
      )}
      {hasBackOffReason ? <span>{resources.backoff_reason}</span> : null}
      <Asked
        label="asked to stop"
        at={worker.decommission_requested_at}
        by={worker.decommission_requested_by}
        reason={worker.decommission_reason}
      />
      <Asked
        label="started again: the process before it was asked to stop"
        at={worker.former_decommission_at}
        by={worker.former_decommission_by}
        reason={worker.former_decommission_reason}
      />
      {(isLiving(worker) ? warningsOf(worker) : []).map((warning) => (
        <span key={warning} className="flex items-start gap-1 text-(--warn)">
          <Sign tone="degraded" size={16} />
          {warning}
        </span>
      ))}
    </div>
  );
}

function isBackingOff(worker: Worker): boolean {
  const { status, resources, counts_as_lost_at: lostAt } = worker;
  return isLiving(worker) && lostAt === null && (status === 'backing_off' || resources.is_backing_off);
}

function StatusBadges({ worker }: { worker: Worker }) {
  const { status, counts_as_lost_at: lostAt } = worker;
  const backsOff = isBackingOff(worker);
  const isShown = lostAt === null && status !== 'backing_off' && !(status === 'active' && backsOff);
  return (
    <span className="flex flex-wrap items-center gap-1">
      {lostAt === null ? null : (
        <>
          <Sign tone="degraded" size={16} />
          <Badge tone="degraded" title={STATUS_MEANINGS.workers.silent}>
            silent
          </Badge>
          <span className="text-(--soft)">was {status.replace('_', ' ')}</span>
        </>
      )}
      {isShown ? (
        <Badge tone={TONES[status]} title={STATUS_MEANINGS.workers[status]}>
          {status}
        </Badge>
      ) : null}
      {backsOff ? (
        <Badge tone="degraded" title={STATUS_MEANINGS.workers.backing_off}>
          backing off
        </Badge>
      ) : null}
      {isAskedToStop(worker) ? (
        <Badge tone="neutral" title="It takes new tasks until it learns of it.">
          asked to stop
        </Badge>
      ) : null}
    </span>
  );
}

interface RequestedShown {
  label: string;
  /** When it was requested; null: nobody requested it, so nothing is shown. */
  at: string | null;
  by: string | null;
  reason: string | null;
}

/** Says who requested something, when and why. */
function Asked({ label, at, by, reason }: RequestedShown) {
  if (at === null) return null;
  return (
    <>
      <span className="text-(--soft)">
        {label} <Moment at={at} />
      </span>
      {by === null ? null : (
        <span className="break-label">
          by {by}
          {reason === null ? '' : `: ${reason}`}
        </span>
      )}
    </>
  );
}
