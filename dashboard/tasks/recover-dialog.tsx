import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { Modal } from '../parts/modal.tsx';
import { Moment } from '../parts/moment.tsx';
import { focusOnce } from '../parts/focus-once.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { findStale, recoverStale, type Recovered } from '../server/start-work.ts';
import { useAttemptKey } from '../server/use-attempt-key.ts';
import { nameOf } from './describe-run.tsx';

const STUCK_KEY = 'stuck-tasks';

/** The API's default number of minutes without a heartbeat. */
const USUAL_MINUTES = 10;

/** The dialog that finds stale tasks and restarts them. */
export function RecoverDialog({ onClose }: { onClose: () => void }) {
  const [done, setDone] = useState<Recovered | null>(null);
  return (
    <Modal title="Recover stuck tasks" onClose={onClose}>
      {(close) =>
        done === null ? (
          <Question onDone={setDone} onCancel={close} />
        ) : (
          <div className="mt-2 grid gap-3">
            <p ref={focusOnce} role="status" tabIndex={-1} className="outline-none">
              {inDigits(done.recovered)} began again.
            </p>
            <Found found={done} />
            <div className="flex justify-end">
              <button type="button" className="button button-main" onClick={close}>
                Close
              </button>
            </div>
          </div>
        )
      }
    </Modal>
  );
}

function Question({ onDone, onCancel }: { onDone: (done: Recovered) => void; onCancel: () => void }) {
  const [typed, setTyped] = useState(String(USUAL_MINUTES));
  const [reason, setReason] = useState('');
  const attempt = useAttemptKey();
  const minutes = /^\d{1,6}$/.test(typed) ? Number(typed) : null;
  const found = useStuck(minutes);
  const recover = useMutation({
    mutationFn: () => recoverStale({ minutes: minutes ?? 0, reason, idempotencyKey: attempt.key }),
    onSuccess: onDone,
    onError: attempt.onError,
  });
  const count = minutes === null ? 0 : (found.data?.tasks.length ?? 0);
  return (
    <QuestionForm
      verb={`Recover ${inDigits(count)}`}
      isEmpty={count === 0}
      isRunning={recover.isPending}
      error={recover.error ?? found.error}
      onConfirm={recover.mutate}
      onCancel={onCancel}
    >
      <p>
        Temporal notices most lost workers by itself. This is for tasks that are reported as running without a
        heartbeat: their current step begins again on another worker.
      </p>
      <label>
        <span className="font-semibold">Without a heartbeat for</span>{' '}
        <span className="text-sm text-(--soft)">minutes</span>
        <input
          className="field mt-1"
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            attempt.renew();
          }}
        />
      </label>
      <Stuck minutes={minutes} found={found.data} isLooking={found.isFetching} />
      <ReasonField value={reason} onChange={setReason} />
    </QuestionForm>
  );
}

/** A query begins when the typed number has not changed for this time. */
const TYPED_AFTER_MS = 400;

/** Queries the tasks without a heartbeat for some minutes. @param minutes null: sends no query */
function useStuck(minutes: number | null) {
  const settled = useSettled(minutes, TYPED_AFTER_MS);
  return useQuery({
    queryKey: [STUCK_KEY, settled],
    queryFn: () => findStale(settled ?? 0),
    enabled: settled !== null && settled === minutes,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

interface StuckShown {
  /** Null: the typed text is not a number of minutes. */
  minutes: number | null;
  found: Recovered | undefined;
  isLooking: boolean;
}

function Stuck({ minutes, found, isLooking }: StuckShown) {
  if (minutes === null)
    return (
      <p role="alert" className="text-(--warn)">
        Type a whole number of minutes.
      </p>
    );
  if (found === undefined) return isLooking ? <p>Looking for them</p> : null;
  return found.tasks.length === 0 ? <p role="status">No task is stuck.</p> : <Found found={found} />;
}

const OUTCOMES: Record<Recovered['tasks'][number]['outcome'], string> = {
  found: 'stuck',
  reset: 'began again',
  gone: 'already ended',
  unsupported: 'this Temporal server cannot reset it',
};

function Found({ found: { tasks } }: { found: Recovered }) {
  return (
    <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm">
      {tasks.map(({ task, activity, attempt, worker_id: worker, last_heard_at: heard, outcome }) => (
        <li key={`${task.id} ${activity}`}>
          <Link to="/tasks/$id" params={{ id: task.id }}>
            {nameOf(task)}
          </Link>
          : {OUTCOMES[outcome]}, {activity}, attempt {attempt}
          {worker === null ? '' : ` on ${worker}`}, last heartbeat <Moment at={heard} />
        </li>
      ))}
    </ul>
  );
}
