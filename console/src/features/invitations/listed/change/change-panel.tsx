import { Button, LinkButton } from '@primer/react';
import type { RefObject } from 'react';
import { AgainButton } from '../../../../components/messages/again-button.tsx';
import { Notice } from '../../../../components/messages/notice.tsx';
import { RunFrame } from '../../../../components/run/run-frame.tsx';
import { useNotBefore } from '../../../../components/run/use-not-before.ts';
import { addressHere, signInHref } from '../../../../lib/address/sign-in-href.ts';
import { counted } from '../../../../lib/words/reader-locale.ts';
import { type InvitationChangeRun, resultsWith } from './change-run.ts';
import { ACTION_WORDS, progressMessage } from './change-words.ts';

interface ChangePanelProps {
  readonly run: InvitationChangeRun;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onLeaveOut: () => void;
  readonly resultsHeading: RefObject<HTMLElement | null>;
}

export function ChangePanel({ run, onStop, onGoOn, onLeaveOut, resultsHeading }: ChangePanelProps) {
  return (
    <RunFrame
      run={run}
      label={ACTION_WORDS[run.action].doing}
      progressLabel="Invitations processed"
      words={progressMessage(run)}
      tone={toneOf(run)}
      onStop={onStop}
      resultsHeading={resultsHeading}
    >
      <EndNotice run={run} onGoOn={onGoOn} onLeaveOut={onLeaveOut} />
    </RunFrame>
  );
}

function EndNotice({ run, onGoOn, onLeaveOut }: Pick<ChangePanelProps, 'run' | 'onGoOn' | 'onLeaveOut'>) {
  const { action, state, waiting, message } = run;
  const { notBefore, until } = useNotBefore(run);
  const steps = (
    <span className="run-frame-actions">
      {(state === 'rejected' || state === 'signed-out') && (
        <LinkButton href={signInHref(addressHere())} variant="primary">
          Sign in again
        </LinkButton>
      )}
      {state !== 'signed-out' && (
        <>
          <AgainButton notBefore={notBefore} isBusy={false} onPress={onGoOn}>
            {run.results.length === 0 ? 'Try again' : ACTION_WORDS[action].rest(waiting.length)}
          </AgainButton>
          <Button onClick={onLeaveOut}>Skip {waiting.length === 1 ? 'it' : 'them'}</Button>
        </>
      )}
    </span>
  );
  switch (state) {
    case 'idle':
    case 'sending':
    case 'stopping':
    case 'finished':
      return null;
    case 'stopped':
    case 'rejected':
      return (
        <Notice
          tone={message === null ? 'info' : 'warning'}
          role={message === null ? 'status' : 'alert'}
          title={`Stopped. ${counted(waiting.length, 'invitation', 'invitations')} left`}
          action={steps}
        >
          {message !== null && <p>{message}</p>}
          {state === 'rejected' && <p>Sign in again to return here.</p>}
          {until !== null && <p>You can continue at {until}.</p>}
        </Notice>
      );
    case 'signed-out':
      return (
        <Notice tone="warning" role="alert" title="Your session ended" action={steps}>
          {message !== null && <p>{message}</p>}
          <p>Results so far are saved. Sign in again to continue.</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice
          tone="critical"
          role="alert"
          title={`Connection lost. ${counted(waiting.length, 'invitation', 'invitations')} left`}
          action={steps}
        >
          {message !== null && <p>{message}</p>}
          <p>Some may already be done. It’s safe to continue: they aren’t changed twice.</p>
        </Notice>
      );
  }
}

function toneOf(run: InvitationChangeRun): 'critical' | 'success' | 'warning' {
  if (resultsWith(run, 'refused').length > 0) return 'critical';
  const isUnclear = resultsWith(run, 'not-confirmed').length + resultsWith(run, 'already-invited').length > 0;
  return isUnclear ? 'warning' : 'success';
}
