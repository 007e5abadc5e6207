import { clockTime, Lasting, Moment } from '../parts/moment.tsx';
import { Badge, Sign, type Tone } from '../parts/sign.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { Worker, WorkerStatus } from '../server/workers-api.ts';
import { isLiving, isStopping } from './worker-search.ts';
import { warningsOf } from './worker-warnings.ts';

const TONES: Record<WorkerStatus, Tone> = {
  active: 'good',
  backing_off: 'degraded',
  draining: 'neutral',
  stopped: 'neutral',
  decommissioned: 'neutral',
  lost: 'bad',
};

/** What a worker does, and what is wrong with it. */
export function StatusCell({ worker }: { worker: Worker }) {
  const { status, resources, decommission_requested_at: askedAt } = worker;
  const { decommission_requested_by: by, decommission_reason: reason } = worker;
  const { counts_as_lost_at: lostAt, last_heartbeat_at: heardAt } = worker;
  const lives = isLiving(worker);
  const isBackingOff = lives && lostAt === null && (status === 'backing_off' || resources.is_backing_off);
  // Between the request and the next heartbeat the row of the registry has the status of before.
  const shown = isStopping(worker) ? 'draining' : status;
  const isShown = lostAt === null && shown !== 'backing_off' && !(shown === 'active' && isBackingOff);
  return (
    <div className="grid w-max max-w-64 gap-1">
      <span className="flex flex-wrap items-center gap-1">
        {lostAt === null ? null : (
          <>
            <Sign tone="degraded" size={16} />
            <Badge tone="degraded" title={STATUS_MEANINGS.workers.silent}>
              silent
            </Badge>
          </>
        )}
        {isShown ? (
          <Badge tone={TONES[shown]} title={STATUS_MEANINGS.workers[shown]}>
            {shown}
          </Badge>
        ) : null}
        {isBackingOff ? (
          <Badge tone="degraded" title={STATUS_MEANINGS.workers.backing_off}>
            backing off
          </Badge>
        ) : null}
      </span>
      {lostAt === null ? null : (
        <span className="text-(--warn)">
          no heartbeat for <Lasting from={heardAt} to={null} />, counts as lost at {clockTime(lostAt)}
        </span>
      )}
      {isBackingOff && resources.backoff_reason !== null ? <span>{resources.backoff_reason}</span> : null}
      {askedAt === null ? null : (
        <span className="text-(--soft)">
          asked to stop <Moment at={askedAt} />
          {!lives || status === 'draining' ? '' : ', and stops at its next heartbeat'}
        </span>
      )}
      {by === null ? null : (
        <span className="break-words">
          by {by}
          {reason === null ? '' : `: ${reason}`}
        </span>
      )}
      {(lives ? warningsOf(worker) : []).map((warning) => (
        <span key={warning} className="flex items-start gap-1 text-(--warn)">
          <Sign tone="degraded" size={16} />
          {warning}
        </span>
      ))}
    </div>
  );
}
