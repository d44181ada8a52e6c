import { useSyncExternalStore } from 'react';

export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, isVisible);

const isVisible = (): boolean => document.visibilityState !== 'hidden';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
