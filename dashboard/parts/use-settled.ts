import { useEffect, useState } from 'react';

/**
 * Returns a value once it has stayed the same for some time, until then the former value. @param afterMs that time in
 * milliseconds
 */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
