import { Spinner, VisuallyHidden } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { forgetKept } from '../../lib/keeping/kept-in-tab.ts';
import { forgetPersonalAnswers } from '../../lib/reading/query-client.ts';
import { SignedInContext } from '../../lib/reading/signed-in.ts';
import './session-gate.css';
import { useSession } from './get-session.ts';
import type { SignedOutReason } from './session-state.ts';
import { useSessionEnd } from './use-session-end.ts';

interface SessionGateProps {
  /** What a signed-in person sees. */
  readonly children: ReactNode;
  /** What everybody else sees, and why. */
  readonly signedOut: (because: SignedOutReason) => ReactNode;
}

/**
 * Decides between the page and the sign-in page. A session that ends while the page is open leads
 * to the sign-in page, and what was kept for the person is forgotten; a session that cannot be read
 * again for the moment changes nothing.
 */
export function SessionGate({ children, signedOut }: SessionGateProps) {
  const { data: state, error, isFetching, refetch } = useSession();
  const client = useQueryClient();
  const isSignedOut = state?.kind === 'signed-out';
  useSessionEnd(state?.kind === 'signed-in' ? state.session.expiresAt : null);
  const hasLeft = state?.kind === 'signed-out' && state.because === 'left';

  useEffect(() => {
    // Only now is no part of the page left that would read the answers again.
    if (isSignedOut) forgetPersonalAnswers(client);
    if (hasLeft) forgetKept();
  }, [isSignedOut, hasLeft, client]);

  // Nothing that one person did or was shown goes on under the name of another.
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
          title="Your sign-in could not be checked"
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </>
    );
  }
  return <SessionWait />;
}

/** Fills the page while it is not known who is looking at it. Stays blank when that takes no time. */
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
