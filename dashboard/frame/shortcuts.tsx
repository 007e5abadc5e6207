import { useEffect, useState } from 'react';
import { isTyping } from '../parts/is-typing.ts';
import { KeysHelp } from './keys-help.tsx';
import { Palette } from './palette.tsx';

/** An open dialog. */
interface Opened {
  dialog: 'palette' | 'keys';
  /**
   * When it was opened, in milliseconds since the page began to load. This time identifies the dialog: the browser reports a
   * closed dialog a moment later, and that report must not close the next dialog.
   */
  atMs: number;
}

/** The keyboard shortcuts of every page, and a button for users without a keyboard. */
export function Shortcuts() {
  const [open, setOpen] = useState<Opened | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = wantedBy(event);
      // Only one dialog is open at a time.
      if (wanted === null || document.querySelector('dialog[open]') !== null) return;
      setOpen({ dialog: wanted, atMs: event.timeStamp });
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => setOpen(null);
  return (
    <>
      <button
        type="button"
        className="button px-2 py-0.5"
        title="Ctrl K; ? shows all keys"
        onClick={({ timeStamp: atMs }) => setOpen({ dialog: 'palette', atMs })}
      >
        Go to
      </button>
      {open?.dialog === 'palette' ? <Palette key={open.atMs} onClose={close} /> : null}
      {open?.dialog === 'keys' ? <KeysHelp key={open.atMs} onClose={close} /> : null}
    </>
  );
}

function wantedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return 'palette';
  return key === '?' && !isTyping(event) ? 'keys' : null;
}
