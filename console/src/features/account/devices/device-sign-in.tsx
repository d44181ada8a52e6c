import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { isRefusal } from '../../../lib/reading/http-client.ts';
import { useApproval, useDenial, useDeviceRequest } from './answer-device-request.ts';
import { CodeForm } from './code-form.tsx';
import { DeviceQuestion } from './device-question.tsx';

export function DeviceSignIn() {
  const isApproved = useApproved();
  const page = useRef<HTMLElement>(null);
  const reading = useDeviceRequest();
  const approval = useApproval();
  const denial = useDenial();
  const { data: request, variables: code = '' } = reading;
  const isAnswered = denial.isSuccess || (isApproved && request === undefined);
  const answer = [approval, denial].find(({ isError }) => isError);
  const refused = isRefusal(reading.error) ? reading.error : null;

  const deny = () => {
    // The pressed button disappears.
    page.current?.focus();
    denial.mutate(code);
  };

  return (
    <ListFrame ref={page} titleId="device-sign-in-title" title="Sign in a program">
      {isApproved && request === undefined && (
        <Notice tone="success" role="status" title="The program is signed in">
          <p>
            Go back to it. To end its session later, see{' '}
            <Link to="/sessions" data-inline="true">
              your sessions
            </Link>
            .
          </p>
        </Notice>
      )}
      {denial.isSuccess && (
        <Notice tone="success" role="status" title="Request denied">
          <p>The program isn’t signed in.</p>
        </Notice>
      )}
      {!isAnswered && request === undefined && (
        <>
          <CodeForm isBusy={reading.isPending} problem={refused?.message ?? null} onCode={reading.mutate} />
          {reading.isError && refused === null && (
            <FailureNotice
              title="Couldn’t check the code"
              failure={reading.error}
              onRetry={() => reading.mutate(code)}
              isRetrying={reading.isPending}
            />
          )}
        </>
      )}
      {!denial.isSuccess && request !== undefined && (
        <>
          <DeviceQuestion
            request={request}
            isLeaving={approval.isPending || approval.isSuccess}
            isBusy={approval.isPending || approval.isSuccess || denial.isPending}
            onApprove={() => approval.mutate(code)}
            onDeny={deny}
          />
          {answer !== undefined && (
            <FailureNotice
              title="Couldn’t answer the request"
              failure={answer.error}
              onRetry={() => answer.mutate(code)}
              isRetrying={answer.isPending}
            />
          )}
        </>
      )}
    </ListFrame>
  );
}

/** Read once and removed from the URL, so that a reload does not show it again. */
function useApproved(): boolean {
  const [isApproved] = useState(() => new URLSearchParams(window.location.search).get('outcome') === 'approved');
  useEffect(() => {
    if (isApproved) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [isApproved]);
  return isApproved;
}
