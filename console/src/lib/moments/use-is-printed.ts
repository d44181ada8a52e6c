import { useSyncExternalStore } from 'react';

/** True while the page is printed. It is drawn again before the browser takes it. */
export const useIsPrinted = (): boolean => useSyncExternalStore(subscribe, isPrinted);

let isAnnounced = false;

const isPrinted = (): boolean => isAnnounced || isForPrint().matches;
const isForPrint = (): MediaQueryList => window.matchMedia('print');

function subscribe(changed: () => void): () => void {
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
