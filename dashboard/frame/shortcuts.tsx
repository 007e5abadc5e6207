import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { isTyping } from '../parts/is-typing.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));

/** An open dialog. */
interface Opened {
  dialog: 'palette' | 'keys';
  /** When it was wanted, in milliseconds since the page began to load; tells two openings of the same dialog apart. */
  atMs: number;
}

/** By then the page itself has loaded. */
const QUIET_MS = 1_500;

/** The keyboard shortcuts of every page, and a button for users without a keyboard. */
export function Shortcuts() {
  const [open, setOpen] = useState<Opened | null>(null);
  useEffect(() => {
    // Letters that are typed before the palette is there would be lost, so its script is loaded before it is wanted. If that fails,
    // the palette loads it when it opens, and says what is wrong.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = wantedBy(event);
      // Only one dialog is open at a time.
      if (wanted === null || document.querySelector('dialog[open]') !== null) return;
      startTransition(() => setOpen({ dialog: wanted, atMs: event.timeStamp }));
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // The browser reports a closed dialog a moment later, when the user may have opened the next one.
  const close = (): void => setOpen((current) => (current === open ? null : current));
  return (
    <>
      <button
        type="button"
        className="button px-2 py-0.5"
        title="Ctrl K; ? shows all keys"
        onClick={({ timeStamp: atMs }) => startTransition(() => setOpen({ dialog: 'palette', atMs }))}
      >
        Go to
      </button>
      <Suspense>
        {open?.dialog === 'palette' ? <Palette key={open.atMs} onClose={close} /> : null}
        {open?.dialog === 'keys' ? <KeysHelp key={open.atMs} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function wantedBy(event: KeyboardEvent): 'palette' | 'keys' | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return 'palette';
  return key === '?' && !isTyping(event) ? 'keys' : null;
}
