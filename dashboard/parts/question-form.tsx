import type { ReactNode } from 'react';
import { isAnswered } from '../../api-client/change-headers.ts';
import { ActionButton } from './action-button.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useHeldModal } from './use-held-modal.ts';

interface QuestionFormShown {
  /** The text of the confirming button. */
  verb: string;
  /** True: there is nothing to confirm. */
  isEmpty?: boolean;
  /** True while the request is under way. */
  isRunning: boolean;
  /** Null: no error. */
  error: unknown;
  /** False: the error occurred before anything was sent. */
  isSent?: boolean;
  /** Not called while the request is under way. */
  onConfirm: () => void;
  onCancel: () => void;
  /** The explanation and the fields. */
  children: ReactNode;
}

/** The form of a dialog. While the form's request is under way, the dialog cannot be closed, because the outcome would be lost. */
export function QuestionForm({ verb, isRunning, onConfirm, onCancel, ...shown }: QuestionFormShown) {
  const { error, isSent = true } = shown;
  useHeldModal(isRunning);
  return (
    <form
      className="mt-2 grid gap-3"
      // A held Enter must not press the button twice: after the first answer, the button may confirm a further step.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // Pressing Enter in a field submits the form even while the request is under way.
        if (!isRunning) onConfirm();
      }}
    >
      {shown.children}
      {error === null ? null : <ProblemNotice error={error} />}
      {error === null || !isSent || isAnswered(error) ? null : (
        <p>It is not known whether the change was made. You can send it again; it is not made twice.</p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="grow text-sm text-(--soft)">
          {isRunning ? WAITS : ''}
        </span>
        <ActionButton whyNot={isRunning ? WAITS : null} hint="Nothing is done." onClick={onCancel}>
          Cancel
        </ActionButton>
        {/* Not disabled during the request: a disabled button loses the focus. */}
        <button
          type="submit"
          className="button button-main"
          disabled={shown.isEmpty ?? false}
          aria-disabled={isRunning}
          onClick={(event) => {
            if (event.detail > 1) event.preventDefault();
          }}
        >
          {verb}
        </button>
      </div>
    </form>
  );
}

const WAITS = 'Under way; the outcome comes here.';
