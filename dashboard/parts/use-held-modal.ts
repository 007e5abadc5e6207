import { createContext, use, useLayoutEffect } from 'react';

/** Says of the surrounding dialog whether Escape may close it. */
export const HoldModal = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open on Escape as long as something runs whose outcome it has yet to show. */
export function useHeldModal(isHeld: boolean): void {
  const hold = use(HoldModal);
  // Before it is drawn: who sees that something runs may press Escape at once.
  useLayoutEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
