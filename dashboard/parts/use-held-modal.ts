import { createContext, use, useLayoutEffect } from 'react';

/** A context with the function that sets whether Escape is blocked in the surrounding dialog. */
export const HoldModal = createContext<(isHeld: boolean) => void>(() => undefined);

/** Blocks Escape in the surrounding dialog while a request is under way, because the dialog will show its outcome. */
export function useHeldModal(isHeld: boolean): void {
  const hold = use(HoldModal);
  // A layout effect, so that Escape is blocked before the user sees that the request is under way.
  useLayoutEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
