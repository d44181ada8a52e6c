import { Spinner, VisuallyHidden } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { forgetPersonalAnswers } from '../../lib/reading/query-client.ts';
import { SignedInContext } from '../../lib/reading/signed-in.ts';
import { removeFromTab } from '../../lib/storage.ts';
import { isStillSignedIn, type SignedOutReason, sessionReadAt, useSession } from './get-session.ts';
import './account.css';

interface RequireSessionProps {
  readonly children: ReactNode;
  readonly signedOut: (because: SignedOutReason) => ReactNode;
}

/** A lost session removes the person's cached data; a failed refetch changes nothing. */
export function RequireSession({ children, signedOut }: RequireSessionProps) {
  const { data: state, error, isFetching, refetch } = useSession();
  const client = useQueryClient();
  const isSignedOut = state?.kind === 'signed-out';
  useSessionEnd(state?.kind === 'signed-in' ? state.session.expiresAt : null);
  const hasLeft = state?.kind === 'signed-out' && state.because === 'left';

  useEffect(() => {
    // By now no mounted component can refetch the answers.
    if (isSignedOut) forgetPersonalAnswers(client);
    if (hasLeft) removeFromTab();
  }, [isSignedOut, hasLeft, client]);

  // The key resets all state when another person signs in.
  if (state?.kind === 'signed-in') {
    return (
      <SignedInContext key={state.session.user.id} value={state.session}>
        {children}
      </SignedInContext>
    );
  }
  if (state?.kind === 'signed-out') return signedOut(state.because);
  if (error !== null) {
    return (
      <>
        <HiddenHeading />
        <FailureNotice
          title="Couldn’t check your session"
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </>
    );
  }
  return <SessionWait />;
}

/** The spinner shows after a short delay. */
export function SessionWait() {
  return (
    <div className="session-wait">
      <HiddenHeading />
      <Spinner size="large" delay="short" srText="Loading" />
    </div>
  );
}

function HiddenHeading() {
  return (
    <h1 className="session-heading">
      <VisuallyHidden>orgdesk</VisuallyHidden>
    </h1>
  );
}

/** Timers stop while a device sleeps, so the clock is checked this often. */
const CHECK_INTERVAL_MS = 30_000;

/** Refetches the session when it expires; repeatedly if the browser clock is ahead. */
function useSessionEnd(expiresAt: string | null): void {
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
