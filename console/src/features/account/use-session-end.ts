import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isStillSignedIn, sessionReadAt } from './get-session.ts';

/** Timers stop while a device sleeps, so the clock is checked this often. */
const CHECK_INTERVAL_MS = 30_000;

/** Refetches the session when it expires; repeatedly if the browser clock is ahead. */
export function useSessionEnd(expiresAt: string | null): void {
  const client = useQueryClient();

  useEffect(() => {
    if (expiresAt === null) return;
    const endsAt = Date.parse(expiresAt);
    let timer = 0;
    const wait = () => {
      const leftMs = endsAt - Date.now();
      timer = window.setTimeout(check, leftMs > 0 ? Math.min(leftMs, CHECK_INTERVAL_MS) : CHECK_INTERVAL_MS);
    };
    const check = () => {
      const readAt = sessionReadAt(client);
      const isReadSince = readAt >= endsAt && Date.now() - readAt < CHECK_INTERVAL_MS;
      if (Date.now() >= endsAt && !isReadSince) void isStillSignedIn(client);
      wait();
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [expiresAt, client]);
}
