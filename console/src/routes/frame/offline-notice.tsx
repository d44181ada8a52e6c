import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Notice } from '../../components/messages/notice.tsx';

const isOnline = (): boolean => navigator.onLine;

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** When the network returns, failed reads are retried. */
export function OfflineNotice() {
  const client = useQueryClient();
  const isThere = useSyncExternalStore(watchNetwork, isOnline);

  useEffect(() => {
    if (!isThere) return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [isThere, client]);

  if (isThere) return null;
  return (
    <Notice tone="warning" role="status" title="You’re offline">
      <p>Pages you already opened still work. orgdesk reconnects automatically.</p>
    </Notice>
  );
}
