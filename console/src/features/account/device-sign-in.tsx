import type { DeviceRequest } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { TextField } from '../../components/controls/text-field.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { ListFrame } from '../../components/tables/list-frame.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, client, isRefusal } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import './device-sign-in.css';

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

interface CodeFormProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onCode: (code: string) => void;
}

const EMPTY = 'Enter the code that the program shows.';

/** Never filled in from a link, so that nobody approves a code that they have not seen. */
function CodeForm({ isBusy, problem, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const shown = isMissing ? EMPTY : problem;

  useEffect(() => {
    if (problem !== null) input.current?.focus();
  }, [problem]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else if (!isBusy) onCode(code);
  };

  return (
    <form className="code-form" onSubmit={submit} noValidate>
      <label className="code-form-label" htmlFor={id}>
        Code
      </label>
      <div className="row-8">
        <TextField
          ref={input}
          id={id}
          className="code-form-field"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          aria-invalid={shown !== null}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" variant="primary" inactive={isBusy}>
          Continue
        </Button>
      </div>
      <p
        className={shown === null ? 'code-form-hint' : 'code-form-problem'}
        id={`${id}-hint`}
        role={shown === null ? undefined : 'alert'}
      >
        {shown ?? 'Eight letters, such as WDJB-MJHT.'}
      </p>
    </form>
  );
}

interface DeviceQuestionProps {
  readonly request: DeviceRequest;
  readonly isLeaving: boolean;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
}

function DeviceQuestion({ request, isLeaving, isBusy, onApprove, onDeny }: DeviceQuestionProps) {
  const { clientName, address, requestedAt } = request;
  const { name: codeHost } = useCodeHost();
  const { user } = useSignedIn();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="stack-16" aria-labelledby={id}>
      <h2 className="device-question-title" id={id} ref={heading} tabIndex={-1}>
        Sign in this program as {user.login}?
      </h2>
      <dl className="device-question-facts">
        <dt>Program</dt>
        <dd>“{clientName}”, as it calls itself</dd>
        <dt>Requested from</dt>
        <dd>{address}</dd>
        <dt>Requested at</dt>
        <dd>
          <time dateTime={requestedAt}>{formatMinute(requestedAt)}</time>
        </dd>
        <dt>Access</dt>
        <dd>Everything you can see and do in orgdesk, for up to 24 hours</dd>
      </dl>
      <Notice tone="warning" title="Approve only if you started this program yourself">
        <p>If someone sent you the code, deny the request. Otherwise they get your access.</p>
      </Notice>
      <p>After you approve, you continue on {codeHost}, and then come back here.</p>
      <div className="row-8">
        <Button variant="primary" inactive={isBusy} onClick={onApprove}>
          {isLeaving ? 'Approving…' : 'Approve'}
        </Button>
        <Button inactive={isBusy} onClick={onDeny}>
          Deny
        </Button>
      </div>
    </section>
  );
}

const useDeviceRequest = () =>
  useMutation({
    mutationFn: async (user_code: string) =>
      (await answerOf((options) => client.readDeviceRequest({ body: { user_code }, ...options }))).data,
  });

const useApproval = () =>
  useMutation({
    mutationFn: async (user_code: string) => {
      const { data } = await answerOf((options) => client.approveDeviceRequest({ body: { user_code }, ...options }));
      window.location.assign(data.location);
    },
  });

const useDenial = () =>
  useMutation({
    mutationFn: async (user_code: string) => {
      await answerOf((options) => client.denyDeviceRequest({ body: { user_code }, ...options }));
    },
  });
