import { useEffect, useState } from "react";

/** Typed input is asked about when nothing was typed for this long. */
const PAUSE_MS = 300;

/**
 * A value, once it has stayed the same for a moment. The first one is settled at once.
 * @param keyOf tells values apart
 */
export function useSettled<Value>(value: Value, keyOf: (value: Value) => string = JSON.stringify): Value {
  const [settled, setSettled] = useState(value);
  const changed = keyOf(value) !== keyOf(settled);
  useEffect(() => {
    if (!changed) return;
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [changed, value]);
  return settled;
}
