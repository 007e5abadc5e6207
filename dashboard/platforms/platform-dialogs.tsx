import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { inDigits } from '../parts/locale.ts';
import { Modal } from '../parts/modal.tsx';
import { Moment } from '../parts/moment.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import {
  setPlatformLimits,
  startPlatform,
  stopPlatform,
  type PlatformPace,
} from '../server/platforms-api.ts';
import { changeOf, faultOf, typedOf, type LimitName } from './read-limits.ts';

interface DialogShown {
  pace: PlatformPace;
  /** Called after the change. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** The dialog that stops all requests to a platform. */
export function StopDialog({ pace, onDone, onClose }: DialogShown) {
  const { target, under_way: underWay, stopped_at: stoppedAt, stopped_because: because } = pace;
  return (
    <QuestionDialog
      title={`Stop ${target}`}
      verb="Stop"
      isReasonRequired
      onConfirm={async (reason) => {
        await stopPlatform(target, reason);
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        No worker sends another request to {target}
        {underWay === 0 ? '' : `; the ${inDigits(underWay)} under way may end`}. Its tasks wait and lose
        nothing, but its menus get old until you start it again. Whoever finds the work waiting reads the
        reason.
      </p>
      {stoppedAt === null ? null : (
        <p role="status" className="text-(--warn)">
          Somebody else stopped it <Moment at={stoppedAt} />: {because}. Your reason would replace theirs.
        </p>
      )}
    </QuestionDialog>
  );
}

/** The dialog that lets requests to a stopped platform go on. */
export function StartDialog({ pace, onDone, onClose }: DialogShown) {
  const { target, waiting, stopped_at: stoppedAt } = pace;
  return (
    <QuestionDialog
      title={`Start ${target}`}
      verb="Start"
      onConfirm={async (reason) => {
        await startPlatform(target, reason);
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        Requests to {target} go on within its limits
        {waiting === 0 ? '' : `; ${inDigits(waiting)} wait`}. Work that waits for it goes on within a minute.
      </p>
      {stoppedAt === null ? <p role="status">Somebody else started it already.</p> : null}
    </QuestionDialog>
  );
}

/** The dialog that changes the limits of a platform. */
export function LimitsDialog({ pace, onDone, onClose }: DialogShown) {
  return (
    <Modal title={`Limits of ${pace.target}`} onClose={onClose}>
      {(close) => <LimitsForm pace={pace} onDone={onDone} onClose={close} />}
    </Modal>
  );
}

function LimitsForm({ pace, onDone, onClose }: DialogShown) {
  // The fields keep what they showed when the dialog opened, whatever others set meanwhile.
  const [before] = useState(() => typedOf(pace));
  const [typed, setTyped] = useState(before);
  const [reason, setReason] = useState('');
  const change = changeOf(typed, before);
  const set = useMutation({
    mutationFn: () => setPlatformLimits(pace.target, change, reason),
    onSuccess: async () => {
      await onDone();
      onClose();
    },
  });
  const field = (name: LimitName) => ({
    value: typed[name],
    fault: faultOf(name, typed[name], before[name]),
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const fields = [field('requests_per_second'), field('max_concurrent_requests')] as const;
  return (
    <QuestionForm
      verb="Set"
      isEmpty={Object.keys(change).length === 0 || fields.some(({ fault }) => fault !== null)}
      isRunning={set.isPending}
      error={set.error}
      onConfirm={set.mutate}
      onCancel={onClose}
    >
      <p>
        Each worker applies them from its next request on. Now {inDigits(pace.requests_per_second)} a second
        and {inDigits(pace.max_concurrent_requests)} at once. An empty field stands for the default of the
        workers' environment.
      </p>
      <LimitField label="Requests a second" keyboard="decimal" {...fields[0]} />
      <LimitField label="Requests at once" keyboard="numeric" {...fields[1]} />
      <ReasonField value={reason} onChange={setReason} />
    </QuestionForm>
  );
}

interface LimitFieldShown {
  label: string;
  /** The keyboard that a phone shows. */
  keyboard: 'decimal' | 'numeric';
  value: string;
  /** What is wrong with the value; null: nothing. */
  fault: string | null;
  onChange: (value: string) => void;
}

/** A text field: Chromium drops the comma from a number field, so that `1,5` would become 15. */
function LimitField({ label, keyboard, value, fault, onChange }: LimitFieldShown) {
  const faultId = useId();
  return (
    <div>
      <label>
        <span className="font-semibold">{label}</span>
        <input
          inputMode={keyboard}
          placeholder="default"
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={faultId}
          className="field mt-1"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={faultId} role="status" className="text-sm text-(--warn)">
        {fault}
      </p>
    </div>
  );
}
