import { startTransition, useEffect, useState } from 'react';

/**
 * Returns a value once the page has been painted with it, until then the former value. What is slow to render takes the returned
 * value, so that the page first shows what reacts at once. `useDeferredValue` alone may render before the paint.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    if (painted === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame is painted after its callbacks, and before the next timer.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted, value]);
  return painted;
}
