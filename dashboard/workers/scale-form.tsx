import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import { foreseeScale, scaleWorkers, type WorkerReplicas } from '../server/workers-api.ts';
import { useSession, whyNotAdmin } from '../session/use-session.ts';
import { readTarget } from './scale-target.ts';
import { REPLICAS_KEY } from './use-replicas.ts';

/** The form that sets the number of worker pods: lets Kubernetes check the number in a dry run, and asks for confirmation. */
export function ScaleForm({ replicas }: { replicas: WorkerReplicas }) {
  const { data: session } = useSession();
  // Null: the user has typed nothing, so the field shows the current desired number, which others may change meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const [requested, setAsked] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const dryRun = useMutation({ mutationFn: foreseeScale });
  const { desired } = replicas;
  const whyNobody = whyNotAdmin(session);
  const value = typed ?? String(desired);
  const { target, fault } = readTarget(value, replicas);
  const choose = (next: string | null): void => {
    setTyped(next);
    setDone(null);
    dryRun.reset();
  };
  const foreseen = dryRun.data === undefined ? null : `Dry run: ${dryRun.data.message}`;
  const text = fault ?? foreseen ?? done;
  const whyNotScale = fault === null && target === desired ? `${desired} are desired already.` : null;
  return (
    <div className="grid gap-2">
      <div role="group" aria-label="Scale" className="flex flex-wrap items-end gap-2">
        <Stepper value={value} replicas={replicas} whyNot={whyNobody} onChange={choose} />
        <ActionButton
          whyNot={whyNobody ?? fault}
          hint="The cluster checks it and changes nothing."
          onClick={() => {
            if (target !== null) dryRun.mutate(target);
          }}
        >
          Dry run
        </ActionButton>
        <ActionButton
          whyNot={whyNobody ?? fault ?? whyNotScale}
          hint="Asks before anything is done."
          onClick={() => setAsked(target)}
        >
          Scale
        </ActionButton>
        <WhyNotScaled {...{ target, replicas, whyNobody, whyNotScale }} />
      </div>
      <p role="status" className={text === null ? 'sr-only' : 'text-sm'}>
        {text}
      </p>
      {dryRun.error === null ? null : <ProblemNotice error={dryRun.error} />}
      {requested === null ? null : (
        <ScaleDialog
          replicas={replicas}
          target={requested}
          onDone={(message) => {
            choose(null);
            setDone(message);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface Refused {
  target: number | null;
  replicas: WorkerReplicas;
  whyNobody: string | null;
  whyNotScale: string | null;
}

/** Shows why buttons are disabled, except for a fault of the number itself, which is shown below the form. */
function WhyNotScaled({ target, replicas, whyNobody, whyNotScale }: Refused) {
  const from = target ?? replicas.desired;
  return (
    <WhyNot
      of={[
        ['One pod fewer', whyNobody ?? whyNotStep(-1, from, replicas)],
        ['One pod more', whyNobody ?? whyNotStep(1, from, replicas)],
        ['Dry run', whyNobody],
        ['Scale', whyNobody ?? whyNotScale],
      ]}
    />
  );
}

interface StepperShown {
  value: string;
  replicas: WorkerReplicas;
  /** Why the user may not change the number; null: they may. */
  whyNot: string | null;
  onChange: (value: string) => void;
}

function whyNotStep(by: 1 | -1, from: number, { min, max }: WorkerReplicas): string | null {
  if (by < 0) return from <= min ? `There must be at least ${min}.` : null;
  return from >= max ? `There may be at most ${max}.` : null;
}

/** A field for the number of pods, with buttons for one fewer and one more. */
function Stepper({ value, replicas, whyNot, onChange }: StepperShown) {
  const { min, max, desired } = replicas;
  const { target, fault } = readTarget(value, replicas);
  const from = target ?? desired;
  const step = (by: number): void => onChange(String(Math.min(max, Math.max(min, from + by))));
  return (
    <>
      <ActionButton
        whyNot={whyNot ?? whyNotStep(-1, from, replicas)}
        hint="One pod fewer"
        about="One pod fewer"
        onClick={() => step(-1)}
      >
        -
      </ActionButton>
      <label className="grid text-sm text-(--soft)">
        <span>
          Pods, {inDigits(min)} to {inDigits(max)}
        </span>
        <input
          id="pods"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          className="field w-20 text-(--ink)"
          disabled={whyNot !== null}
          aria-invalid={fault !== null}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <ActionButton
        whyNot={whyNot ?? whyNotStep(1, from, replicas)}
        hint="One pod more"
        about="One pod more"
        onClick={() => step(1)}
      >
        +
      </ActionButton>
    </>
  );
}

interface ScaleDialogShown {
  replicas: WorkerReplicas;
  target: number;
  onDone: (message: string) => void;
  onClose: () => void;
}

function ScaleDialog({ replicas, target, onDone, onClose }: ScaleDialogShown) {
  const queries = useQueryClient();
  const { statefulset, desired } = replicas;
  const pods = `${inDigits(target)} ${target === 1 ? 'pod' : 'pods'}`;
  return (
    <QuestionDialog
      title={`Scale to ${pods}`}
      verb="Confirm"
      onConfirm={async (reason) => {
        const { message } = await scaleWorkers(target, reason);
        await queries.invalidateQueries({ queryKey: [REPLICAS_KEY] });
        onDone(message);
      }}
      onClose={onClose}
    >
      <p>
        <code>{statefulset}</code> will have {pods}; the desired number is {inDigits(desired)} now.{' '}
        {target < desired
          ? 'Workers of removed pods take no new work, and finish or return what they run.'
          : 'The workers of new pods take work as soon as they have started.'}
      </p>
    </QuestionDialog>
  );
}
