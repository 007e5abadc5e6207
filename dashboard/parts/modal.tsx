import { useEffect, useId, useRef, type ReactNode } from 'react';

interface ModalShown {
  title: string;
  onClose: () => void;
  /** @param close closes it, as Escape does */
  children: (close: () => void) => ReactNode;
}

/** A dialog in front of the page. The browser keeps the focus inside, and gives it back when the dialog closes. */
export function Modal({ title, onClose, children }: ModalShown) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-lg border border-(--line) bg-(--surface) p-5 text-(--ink)"
      onClose={onClose}
    >
      <h2 id={titleId} className="text-lg font-semibold break-words">
        {title}
      </h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
