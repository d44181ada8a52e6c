import { useMemo } from 'react';
import { formatMinuteBy } from './words/reader-locale.ts';

/** Null if the run can continue at once. */
export function useNotBefore({ notBefore }: { readonly notBefore: number | null }) {
  const at = useMemo(() => (notBefore === null ? null : new Date(notBefore)), [notBefore]);
  const words = useMemo(() => (at === null ? null : formatMinuteBy(at, new Date())), [at]);
  return { notBefore: at, until: words };
}
