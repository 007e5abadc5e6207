import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { QuestionForm } from './question-form.tsx';
import { ReasonField } from './reason-field.tsx';

interface QuestionDialogShown {
  title: string;
  /** The text of the confirming button. */
  verb: string;
  isReasonRequired?: boolean;
  /** Runs the action. If it fails, the dialog stays open and keeps the typed text. */
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
  /** The explanation of what will happen. */
  children: ReactNode;
}

/** A dialog that says what will happen and asks for a reason and confirmation. */
export function QuestionDialog({ title, onClose, ...question }: QuestionDialogShown) {
  return (
    <Modal title={title} onClose={onClose}>
      {(close) => <Question {...question} onClose={close} />}
    </Modal>
  );
}

function Question({
  verb,
  isReasonRequired,
  onConfirm,
  onClose,
  children,
}: Omit<QuestionDialogShown, 'title'>) {
  const [reason, setReason] = useState('');
  // While the request runs, the explanation stays as it was: its own change, which may arrive before the answer, would look like
  // somebody else's.
  const [held, hold] = useState<ReactNode>(null);
  const confirm = useMutation({
    mutationFn: () => onConfirm(reason),
    onMutate: () => hold(children),
    onError: () => hold(null),
    // Closing the dialog returns the focus to the button that opened it.
    onSuccess: onClose,
  });
  return (
    <QuestionForm
      verb={verb}
      isRunning={confirm.isPending}
      error={confirm.error}
      onConfirm={confirm.mutate}
      onCancel={onClose}
    >
      {held ?? children}
      <ReasonField value={reason} onChange={setReason} isRequired={isReasonRequired ?? false} />
    </QuestionForm>
  );
}
