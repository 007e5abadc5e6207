import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '../parts/is-typing.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));

/** The keyboard shortcuts of every page, and a button for users without a keyboard. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = wantedBy(event);
      // Only one dialog is open at a time.
      if (wanted === null || document.querySelector('dialog[open]') !== null) return;
      setOpen(wanted);
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
        onClick={() => setOpen('palette')}
      >
        Go to
      </button>
      <Suspense>
        {open === 'palette' ? <Palette onClose={close} /> : null}
        {open === 'keys' ? <KeysHelp onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function wantedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return 'palette';
  return key === '?' && !isTyping(event) ? 'keys' : null;
}
