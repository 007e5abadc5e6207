import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { ReasonField } from './reason-field.tsx';

interface QuestionDialogShown {
  title: string;
  /** On the button that confirms. */
  verb: string;
  /** Does it. The dialog stays open where that fails, with what was typed. */
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Says what will happen, and asks for a reason and a yes. */
export function QuestionDialog({ title, verb, onConfirm, onClose, children }: QuestionDialogShown) {
  return (
    <Modal title={title} onClose={onClose}>
      {(close) => (
        <Question verb={verb} onConfirm={onConfirm} onClose={close}>
          {children}
        </Question>
      )}
    </Modal>
  );
}

function Question({ verb, onConfirm, onClose, children }: Omit<QuestionDialogShown, 'title'>) {
  const [reason, setReason] = useState('');
  const confirm = useMutation({
    mutationFn: () => onConfirm(reason),
    // The focus returns to the button that has opened it.
    onSuccess: onClose,
  });
  return (
    <form
      className="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in the field sends the form once more while it is under way.
        if (!confirm.isPending) confirm.mutate();
      }}
    >
      {children}
      <ReasonField value={reason} onChange={setReason} />
      {confirm.error === null ? null : <ProblemNotice error={confirm.error} />}
      <div className="flex justify-end gap-2">
        <button type="button" className="button" disabled={confirm.isPending} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button-main" disabled={confirm.isPending}>
          {verb}
        </button>
      </div>
    </form>
  );
}
