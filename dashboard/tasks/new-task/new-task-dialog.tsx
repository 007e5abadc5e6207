import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { describeDispensary } from '../../frame/palette-entries.ts';
import { Modal } from '../../parts/modal.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { QuestionForm } from '../../parts/question-form.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { TASK_VALUES } from '../../../api-client/api-values.ts';
import { findDispensaries, startWork, type StartedWork } from '../../server/start-work.ts';
import { useAttemptKey } from '../../server/use-attempt-key.ts';
import { dispensaryOf, hasField, KINDS, readWork, type WorkForm } from './new-work.ts';

const DISPENSARIES_KEY = 'dispensaries-by-name';

const EMPTY: WorkForm = {
  kind: 'payload_fetch',
  dispensary: '',
  state: '',
  city: '',
  platform: '',
  payload: '',
  priority: '',
  scheduledFor: '',
};

interface NewTaskShown {
  /** The initial value of the dispensary field. */
  dispensary: string | undefined;
  onClose: () => void;
}

/** The dialog that starts a task, now or later. */
export function NewTaskDialog({ dispensary = '', onClose }: NewTaskShown) {
  const [started, setStarted] = useState<StartedWork | null>(null);
  return (
    <Modal title="Create a task" onClose={onClose}>
      {(close) =>
        started === null ? (
          <Question dispensary={dispensary} onStarted={setStarted} onCancel={close} />
        ) : (
          <Started started={started} onClose={close} />
        )
      }
    </Modal>
  );
}

interface QuestionShown {
  dispensary: string;
  onStarted: (work: StartedWork) => void;
  onCancel: () => void;
}

function Question({ dispensary, onStarted, onCancel }: QuestionShown) {
  const [form, setForm] = useState({ ...EMPTY, dispensary });
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const attempt = useAttemptKey();
  const start = useMutation({
    mutationFn: startTyped,
    onSuccess: (work) => work && onStarted(work),
    onError: attempt.onError,
  });
  const change = (changed: Partial<WorkForm>): void => {
    setForm((before) => ({ ...before, ...changed }));
    attempt.renew();
    setFault(null);
  };
  async function startTyped(): Promise<StartedWork | null> {
    const work = readWork(form);
    if (typeof work !== 'string') return startWork(work, { reason, idempotencyKey: attempt.key });
    setFault(work);
    return null;
  }
  return (
    <QuestionForm
      verb="Start"
      isRunning={start.isPending}
      error={start.error}
      onConfirm={start.mutate}
      onCancel={onCancel}
    >
      <KindField form={form} onChange={change} />
      <Fields form={form} onChange={change} />
      <ReasonField value={reason} onChange={setReason} />
      {fault === null ? null : (
        <p role="alert" className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          {fault}
        </p>
      )}
    </QuestionForm>
  );
}

interface FieldsShown {
  form: WorkForm;
  onChange: (changed: Partial<WorkForm>) => void;
}

/** The field for the kind of work. */
function KindField({ form, onChange }: FieldsShown) {
  return (
    <Labelled name="What">
      <select
        className="field mt-1"
        value={form.kind}
        onChange={({ target }) =>
          onChange({ kind: KINDS.find(({ kind }) => kind === target.value)?.kind ?? EMPTY.kind })
        }
      >
        {KINDS.map(({ kind, title }) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** The fields that the chosen kind of work takes. */
function Fields({ form, onChange }: FieldsShown) {
  const field = (name: Exclude<keyof WorkForm, 'kind'>) => ({
    className: 'field mt-1',
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const shown = (name: Exclude<keyof WorkForm, 'kind'>, what: ReactNode): ReactNode =>
    hasField(form, name) ? what : null;
  return (
    <>
      {shown('dispensary', <DispensaryField {...field('dispensary')} />)}
      {shown(
        'payload',
        <Labelled name="Payload" hint="its number">
          <input inputMode="numeric" {...field('payload')} />
        </Labelled>,
      )}
      {shown(
        'state',
        <Labelled name="State" hint="two letters">
          <input maxLength={2} autoCapitalize="characters" {...field('state')} />
        </Labelled>,
      )}
      {shown(
        'city',
        <Labelled name="City" hint="empty: the whole state">
          <input maxLength={50} {...field('city')} />
        </Labelled>,
      )}
      {shown(
        'platform',
        <Labelled name="Platform">
          <select {...field('platform')}>
            <option value="">all</option>
            {TASK_VALUES.platform.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Labelled>,
      )}
      <Labelled name="Priority" hint="20 and above is urgent, 0 as low as scheduled work; empty: the default">
        <input inputMode="numeric" {...field('priority')} />
      </Labelled>
      {shown(
        'scheduledFor',
        <Labelled name="Not before" hint="your time zone; empty or past: now">
          {/* No check of the date is needed: the browser itself rejects a half-typed one. */}
          <input type="datetime-local" {...field('scheduledFor')} />
        </Labelled>,
      )}
    </>
  );
}

interface DispensaryFieldShown {
  className: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** A field that finds a dispensary by part of its name or by its id. */
function DispensaryField(shown: DispensaryFieldShown) {
  const listId = useId();
  const typed = shown.value.trim();
  const isChosen = dispensaryOf(typed) !== null;
  const { data: found, error } = useQuery({
    queryKey: [DISPENSARIES_KEY, typed],
    queryFn: () => findDispensaries(typed),
    enabled: typed.length > 1 && !isChosen,
    placeholderData: (before) => before,
  });
  const isUnknown = found?.length === 0 && typed.length > 1 && !isChosen;
  return (
    <div>
      <Labelled name="Dispensary" hint="words of its name or city, or its number">
        <input list={listId} autoComplete="off" {...shown} />
      </Labelled>
      <datalist id={listId}>
        {found?.map((one) => (
          <option key={one.id} value={`${one.id}: ${describeDispensary(one)}`} />
        ))}
      </datalist>
      {isUnknown ? (
        <p className="text-sm text-(--soft)">No dispensary has these words in its name or city.</p>
      ) : null}
      {error === null ? null : <ProblemNotice error={error} />}
    </div>
  );
}

function Labelled({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <label>
      <span className="font-semibold">{name}</span>{' '}
      {hint === undefined ? null : <span className="text-sm text-(--soft)">{hint}</span>}
      {children}
    </label>
  );
}

/** The result, with a link to the started task. */
function Started({ started, onClose }: { started: StartedWork; onClose: () => void }) {
  const { taskId, workflowId, isAlreadyRunning, scheduledFor, detail, askedAt } = started;
  const link = useRef<HTMLAnchorElement>(null);
  // The link gets the focus, because the button that had it was removed.
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="mt-2 grid gap-3">
      <p role="status">
        {isAlreadyRunning
          ? (detail ??
            'The same work was open already. It goes on, and is brought forward if this is more urgent.')
          : scheduledFor === null
            ? 'It is started.'
            : 'It waits for its time, '}
        {isAlreadyRunning || scheduledFor === null ? null : <Moment at={scheduledFor} />}
      </p>
      <p>
        {taskId === null ? (
          <Link
            ref={link}
            to="/tasks"
            search={{ q: isAlreadyRunning ? `from:${workflowId}` : `from:${workflowId} since:${askedAt}` }}
          >
            The tasks that it starts
          </Link>
        ) : (
          <Link ref={link} to="/tasks/$id" params={{ id: taskId }}>
            Open the task
          </Link>
        )}
      </p>
      <div className="flex justify-end">
        <button type="button" className="button button-main" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
