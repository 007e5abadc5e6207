import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { HoldModal } from './use-held-modal.ts';

interface ModalShown {
  title: string;
  onClose: () => void;
  /** @param close closes the dialog, as Escape does */
  children: (close: () => void) => ReactNode;
}

/**
 * A modal dialog. The browser keeps the focus inside and restores it when the dialog closes. Its content can block Escape
 * (`useHeldModal`).
 */
export function Modal({ title, onClose, children }: ModalShown) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isHeld, hold] = useState(false);
  const titleId = useId();
  // Before the browser goes on to the next event: letters that are typed until the dialog is open would be lost.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-lg border border-(--line) bg-(--surface) p-5 text-(--ink)"
      // Both are needed: a second Escape closes the dialog whatever `onCancel` does, and some browsers do not support `closedby`.
      closedby={isHeld ? 'none' : 'closerequest'}
      onCancel={(event) => {
        if (isHeld) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2 id={titleId} className="text-lg font-semibold break-words">
        {title}
      </h2>
      <HoldModal value={hold}>{children(() => dialog.current?.close())}</HoldModal>
    </dialog>
  );
}
