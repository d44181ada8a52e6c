import { useEffect, useState } from 'react';

/** Leaves the connection to what a page needs first. */
const LATER_MS = 2_000;

/** False for two seconds: what is rarely needed at once loads afterwards. */
export function useIsLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
