import { createContext, use, useLayoutEffect } from 'react';

/** Sets whether Escape is blocked in the surrounding dialog. */
export const HoldModal = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open on Escape while a request runs whose outcome the dialog will show. */
export function useHeldModal(isHeld: boolean): void {
  const hold = use(HoldModal);
  // A layout effect, because a user who sees that a request runs may press Escape at once.
  useLayoutEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}
