import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { CommandLine } from '../parts/command-line.tsx';
import { inDigits } from '../parts/locale.ts';
import { Modal } from '../parts/modal.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useHeldModal } from '../parts/use-held-modal.ts';
import {
  cancelBulkAction,
  foreseeBulkAction,
  readBulkAction,
  startBulkAction,
  type RequestedBulkAction,
} from '../server/api-client.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { useAttemptKey } from '../server/use-attempt-key.ts';
import {
  describeBulkAction,
  endedWords,
  isOver,
  describeSkipped,
  describeStatus,
} from './describe-bulk-action.ts';
import { StartedLink } from './started-link.tsx';

const COUNT_KEY = 'bulk-count';
const PROGRESS_KEY = 'bulk-action';

/** A bulk action that the dialog asks the user to confirm. */
export interface BulkRequest {
  requested: RequestedBulkAction;
  title: string;
  /** What the runs have in common, such as their error message, or what is left out. */
  about?: string | undefined;
}

interface OpenDialogShown {
  request: BulkRequest;
  onClose: (isStarted: boolean) => void;
}

interface BulkDialogShown extends Omit<OpenDialogShown, 'request'> {
  /** Null: the dialog is closed. */
  request: BulkRequest | null;
}

/** The dialog of a bulk action: counts the runs, asks for a reason, starts the action and shows its progress. */
export function BulkDialog({ request, onClose }: BulkDialogShown) {
  return request === null ? null : <OpenDialog request={request} onClose={onClose} />;
}

function OpenDialog({ request, onClose }: OpenDialogShown) {
  const [started, setStarted] = useState<string | null>(null);
  return (
    <Modal title={request.title} onClose={() => onClose(started !== null)}>
      {(close) =>
        started === null ? (
          <Question request={request} onStarted={setStarted} onCancel={close} />
        ) : (
          <Progress id={started} requested={request.requested} onClose={close} />
        )
      }
    </Modal>
  );
}

interface Words {
  /** The text of the button. */
  verb: string;
  /** A sentence that says what will happen. @param things such as `3 failed tasks` @param noun such as `tasks` */
  sentence: (things: string, noun: string) => string;
  /** The past participle that describes the result, such as `started again`. */
  past: string;
  /** The comma-separated statuses to name when the filter has none. */
  usual: string;
}

const WORDS: Record<RequestedBulkAction['action'], Words> = {
  retry: {
    verb: 'Retry',
    sentence: (things, noun) =>
      noun.startsWith('job')
        ? `${things} will be started again, ${noun === 'job' ? 'under its id' : 'each under its id'}.`
        : `${things} will be started again, ${noun === 'task' ? 'as a new task, and waits' : 'each as a new task, and wait'} for a free worker as usual.`,
    past: 'started again',
    usual: 'failed',
  },
  cancel: {
    verb: 'End',
    sentence: (things) => `${things} will be asked to end. What is under way ends within some seconds.`,
    past: 'asked to end',
    usual: 'open',
  },
  start: {
    verb: 'Promote',
    sentence: (things) =>
      `${things} will come first: those that wait for their time begin now, and crawls that wait for a worker are next.`,
    past: 'brought forward',
    usual: 'waiting',
  },
};

interface QuestionShown {
  request: BulkRequest;
  onStarted: (id: string) => void;
  onCancel: () => void;
}

function Question({ request: { requested, about }, onStarted, onCancel }: QuestionShown) {
  const [reason, setReason] = useState('');
  const attempt = useAttemptKey();
  const counted = useQuery({
    queryKey: [COUNT_KEY, requested],
    queryFn: () => foreseeBulkAction(requested),
    gcTime: 0,
  });
  const {
    count: expected = 0,
    skipped = 0,
    skipped_by_reason: skips = [],
    has_more: more,
  } = counted.data ?? {};
  const count = Math.max(0, expected - skipped);
  const start = useMutation({
    mutationFn: () => startBulkAction({ requested, expected, reason, idempotencyKey: attempt.key }),
    onSuccess: onStarted,
    onError: (error) => {
      attempt.onError(error);
      // The number of matching runs has changed since the count, so count again.
      if (error instanceof ApiProblem && error.status === 409) void counted.refetch();
    },
  });
  const { verb, sentence, usual, past } = WORDS[requested.action];
  const one = requested.of === 'tasks' ? 'task' : 'job';
  const noun = count === 1 ? one : `${one}s`;
  const status = describeStatus(requested.filter['status'] ?? usual, requested.of);
  const number = `${inDigits(count)}${more === true ? '+' : ''}`;
  return (
    <QuestionForm
      verb={`${verb} ${number} ${noun}`}
      isEmpty={count === 0 && more !== true}
      isRunning={start.isPending}
      error={counted.error ?? start.error}
      isSent={counted.error === null}
      onConfirm={start.mutate}
      onCancel={onCancel}
    >
      <p>
        {counted.data === undefined
          ? 'Counting what matches'
          : count > 0
            ? sentence(`${number} ${status} ${noun}`, noun)
            : `Nothing would be ${past}.`}
      </p>
      {skips.map((skip) => (
        <p key={skip.reason}>{describeSkipped(skip)}</p>
      ))}
      {about === undefined ? null : <p className="text-sm break-words text-(--soft)">{about}</p>}
      <ReasonField value={reason} onChange={setReason} />
    </QuestionForm>
  );
}

interface ProgressShown {
  id: string;
  requested: RequestedBulkAction;
  onClose: () => void;
}

function Progress({ id, requested, onClose }: ProgressShown) {
  useLiveEvents([PROGRESS_KEY]);
  const { data, error } = useQuery({
    queryKey: [PROGRESS_KEY, id],
    queryFn: () => readBulkAction(id),
    // The progress also changes between two events of the bulk action, so poll until it has ended.
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : 1_500),
  });
  const abort = useMutation({ mutationFn: () => cancelBulkAction(id) });
  const hasEnded = data !== undefined && isOver(data);
  useHeldModal(!hasEnded);
  return (
    <div className="mt-2 grid gap-3">
      <p role="status" data-bulk-status={data?.status ?? 'pending'}>
        {data === undefined
          ? 'Started.'
          : describeBulkAction(data, { requested, past: WORDS[requested.action].past })}
      </p>
      <progress
        className="w-full accent-(--bar-good)"
        max={100}
        value={data?.progress_percent ?? 0}
        aria-label="Progress of the bulk action"
      />
      {[
        ...(data?.skipped_by_reason ?? []).map((tally) => endedWords('skipped', tally)),
        ...(data?.failed_by_reason ?? []).map((tally) => endedWords('failed', tally)),
      ].map((text) => (
        <p key={text} className="text-sm break-words text-(--soft)">
          {text}
        </p>
      ))}
      {hasEnded && requested.action === 'retry' && data.done > 0 ? (
        <StartedLink bulk={data.workflow_id} requested={requested} onOpen={onClose} />
      ) : null}
      {hasEnded ? null : (
        <p className="text-sm text-(--soft)">
          It goes on when this dialog is closed; <CommandLine words="bulk list" /> shows the result.
        </p>
      )}
      {(error ?? abort.error) === null ? null : <ProblemNotice error={error ?? abort.error} />}
      <div className="flex justify-end gap-2">
        {hasEnded ? null : (
          <button
            type="button"
            className="button"
            disabled={abort.isPending || abort.isSuccess}
            onClick={() => abort.mutate()}
          >
            {abort.isPending || abort.isSuccess ? 'Stopping' : 'Abort'}
          </button>
        )}
        <button type="button" className="button button-main" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
