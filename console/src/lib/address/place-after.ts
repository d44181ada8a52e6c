const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Which of so many, one below the other, a key leads to from a place; null where it leads nowhere. */
export function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : Math.max(0, Math.min(place + step, count - 1));
}
