import { useSyncExternalStore } from 'react';

export const useIsVisible = (): boolean => useSyncExternalStore(subscribeToVisibility, isVisible);

const isVisible = (): boolean => document.visibilityState !== 'hidden';

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** True while the page is printed. It is drawn again before the browser takes it. */
export const useIsPrinted = (): boolean => useSyncExternalStore(subscribeToPrinting, isPrinted);

let isAnnounced = false;

const isPrinted = (): boolean => isAnnounced || isForPrint().matches;
const isForPrint = (): MediaQueryList => window.matchMedia('print');

function subscribeToPrinting(changed: () => void): () => void {
  const printed = isForPrint();
  const announce = ({ type }: Event) => {
    isAnnounced = type === 'beforeprint';
    changed();
  };
  window.addEventListener('beforeprint', announce);
  window.addEventListener('afterprint', announce);
  printed.addEventListener('change', changed);
  return () => {
    window.removeEventListener('beforeprint', announce);
    window.removeEventListener('afterprint', announce);
    printed.removeEventListener('change', changed);
  };
}
