import { useEffect, useState } from 'react';

/** Longest timer, because timers stop while a device sleeps. */
const CHECK_INTERVAL_MS = 30_000;

/** True until this time, then rerenders. Null and an invalid date count as past. */
export function useIsBefore(at: Date | null): boolean {
  const time = at?.getTime() ?? Number.NaN;
  const validTime = Number.isNaN(time) ? null : time;
  const [passed, setPassed] = useState<number | null>(null);

  useEffect(() => {
    if (validTime === null) return;
    let timer = 0;
    const check = () => {
      const leftMs = validTime - Date.now();
      if (leftMs <= 0) setPassed(validTime);
      else timer = window.setTimeout(check, Math.min(leftMs, CHECK_INTERVAL_MS));
    };
    check();
    return () => window.clearTimeout(timer);
  }, [validTime]);

  return validTime !== null && passed !== validTime;
}
