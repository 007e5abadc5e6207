import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import {
  cancelBulkAction,
  foreseeBulkAction,
  readBulkAction,
  startBulkAction,
  type AskedBulkAction,
  type FailureGroup,
} from '../server/api-client.ts';
import { useLiveEvents } from '../server/live-events.ts';

const COUNT_KEY = 'bulk-count';
const PROGRESS_KEY = 'bulk-action';

/** Asks before all runs of a group are started again, and shows how far that is. */
export function RetryDialog({ group, onClose }: { group: FailureGroup; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [started, setStarted] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="retry-title"
      className="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-lg border border-(--line) bg-(--surface) p-5 text-(--ink)"
      onClose={onClose}
    >
      <h2 id="retry-title" className="text-lg font-semibold">
        Retry {group.kind ?? 'what failed'}
        {group.platform === null ? '' : ` on ${group.platform}`}
      </h2>
      {started === null ? (
        <Question group={group} onStarted={setStarted} onCancel={() => dialog.current?.close()} />
      ) : (
        <Progress id={started} onDone={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}

interface QuestionShown {
  group: FailureGroup;
  onStarted: (id: string) => void;
  onCancel: () => void;
}

function Question({ group, onStarted, onCancel }: QuestionShown) {
  const asked: AskedBulkAction = { action: 'retry', of: group.of, filter: group.filter };
  const [reason, setReason] = useState('');
  const [idempotencyKey] = useState(() => randomName());
  const counted = useQuery({
    queryKey: [COUNT_KEY, group.of, group.filter],
    queryFn: () => foreseeBulkAction(asked),
    gcTime: 0,
  });
  const count = counted.data?.count ?? 0;
  const start = useMutation({
    mutationFn: () => startBulkAction({ asked, expected: count, reason, idempotencyKey }),
    onSuccess: onStarted,
  });
  const noun = group.of === 'tasks' ? 'task' : 'job';
  const error = counted.error ?? start.error;
  return (
    <form
      className="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <p>
        {counted.data === undefined
          ? 'Counting what would be retried'
          : `${inDigits(count)}${counted.data.has_more ? '+' : ''} failed ${noun}${count === 1 ? '' : 's'} will be started again, each as a new ${noun}. Crawls wait for a free worker as usual.`}
      </p>
      <p className="text-sm break-words text-(--soft)">{group.message}</p>
      <label>
        <span className="font-semibold">Reason</span>{' '}
        <span className="text-sm text-(--soft)">for the audit</span>
        <input
          className="field mt-1"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {error === null ? null : <ProblemNotice error={error} />}
      <div className="flex justify-end gap-2">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button button-main" disabled={count === 0 || start.isPending}>
          Retry {inDigits(count)} {noun}
          {count === 1 ? '' : 's'}
        </button>
      </div>
    </form>
  );
}

const OVER = ['completed', 'failed', 'cancelled'];

function Progress({ id, onDone }: { id: string; onDone: () => void }) {
  useLiveEvents([PROGRESS_KEY], true);
  const { data, error } = useQuery({
    queryKey: [PROGRESS_KEY, id],
    queryFn: () => readBulkAction(id),
    // Between two events of its own it goes on.
    refetchInterval: ({ state }) => (OVER.includes(state.data?.status ?? '') ? false : 1_500),
  });
  const abort = useMutation({ mutationFn: () => cancelBulkAction(id) });
  const isOver = OVER.includes(data?.status ?? '');
  return (
    <div className="mt-2 grid gap-3">
      <p role="status" data-bulk-status={data?.status ?? 'pending'}>
        {data === undefined
          ? 'Started.'
          : `${isOver ? `The bulk action is ${data.status}` : 'Under way'}: ${inDigits(data.done)} of ${inDigits(data.matched ?? 0)} started again, ${inDigits(data.skipped)} skipped, ${inDigits(data.failed)} failed.`}
      </p>
      <progress
        className="w-full accent-(--bar-good)"
        max={100}
        value={data?.progress_percent ?? 0}
        aria-label="Progress of the bulk action"
      />
      {[...(data?.skipped_by_reason ?? []), ...(data?.failed_by_reason ?? [])].map(({ reason, count }) => (
        <p key={reason} className="text-sm break-words text-(--soft)">
          {inDigits(count)}: {reason}
        </p>
      ))}
      {(error ?? abort.error) === null ? null : <ProblemNotice error={error ?? abort.error} />}
      <div className="flex justify-end gap-2">
        {isOver ? null : (
          <button
            type="button"
            className="button"
            disabled={abort.isPending || abort.isSuccess}
            onClick={() => abort.mutate()}
          >
            {abort.isSuccess ? 'Stopping' : 'Abort'}
          </button>
        )}
        <button type="button" className="button button-main" onClick={onDone}>
          Close
        </button>
      </div>
    </div>
  );
}

/** `crypto.randomUUID` is there by HTTPS and on loopback alone. */
function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
