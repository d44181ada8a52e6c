import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { Button, LinkButton, ProgressBar } from '@primer/react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { ResultTable } from '../../../components/tables/result-table.tsx';
import { addressHere, signInHref } from '../../../lib/address/sign-in-href.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import {
  ACTION_TEXTS,
  type ChangeOutcome,
  type InvitationChangeRun,
  outcomeLabel,
  progressMessage,
  reasonText,
  resultsWith,
  URGENCY,
} from './change-run.ts';
import { useNotBefore } from './invitation-texts.ts';
import { isRunning, type Run } from './run.ts';
import './listed.css';

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
      label={ACTION_TEXTS[run.action].doing}
      progressLabel="Invitations processed"
      text={progressMessage(run)}
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
            {run.results.length === 0 ? 'Try again' : ACTION_TEXTS[action].rest(waiting.length)}
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

interface RunFrameProps {
  readonly run: Run<unknown, unknown>;
  readonly label: string;
  readonly progressLabel: string;
  readonly text: string;
  readonly tone: 'critical' | 'success' | 'warning';
  readonly onStop: () => void;
  readonly resultsHeading: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

function RunFrame(props: RunFrameProps) {
  const { run, label, progressLabel, text, tone, onStop, resultsHeading, children } = props;
  const frame = useRef<HTMLElement>(null);
  const isSending = isRunning(run);
  const done = run.total - run.waiting.length;
  const shownState = useRef(run.state);

  useEffect(() => {
    // A restored run must not move the focus.
    if (run.state === shownState.current && !isSending) return;
    shownState.current = run.state;
    // The pressed button disappears; other focus stays.
    if (document.activeElement !== document.body && document.activeElement !== frame.current) return;
    const next = run.state === 'finished' ? resultsHeading : frame;
    next.current?.focus();
  }, [run.state, isSending, resultsHeading]);

  return (
    <section className="run-frame" data-state={run.state} ref={frame} tabIndex={-1} aria-label={label}>
      {run.total > 0 && run.state !== 'finished' && (
        <ProgressBar
          aria-label={progressLabel}
          aria-valuenow={Math.round((done / run.total) * 100)}
          aria-valuetext={`${formatCount(done)} of ${formatCount(run.total)}`}
          progress={(done / run.total) * 100}
        />
      )}
      <div className="run-frame-text" role="status">
        {run.state === 'finished' ? <Notice tone={tone} title={text} /> : <p>{text}</p>}
      </div>
      {isSending && (
        <div>
          <Button onClick={onStop} inactive={run.state === 'stopping'}>
            {run.state === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        </div>
      )}
      {children}
    </section>
  );
}

const VARIANTS = {
  done: 'success',
  gone: 'secondary',
  'already-invited': 'attention',
  refused: 'danger',
  'not-confirmed': 'attention',
} as const satisfies Record<ChangeOutcome, unknown>;

interface InvitationChangeResultsProps {
  readonly run: InvitationChangeRun;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onClear: () => void;
}

export function ChangeResults({ run, heading, onClear }: InvitationChangeResultsProps) {
  const id = useId();
  const waiting = isRunning(run) ? [] : run.waiting;
  return (
    <section className="stack-12" aria-labelledby={id}>
      <div className="change-results-heading">
        <h3 className="change-results-title" id={id} ref={heading} tabIndex={-1}>
          Results
        </h3>
        {!isRunning(run) && run.waiting.length === 0 && <Button onClick={onClear}>Clear results</Button>}
      </div>
      <ResultTable
        label={id}
        what="Invitation"
        results={[
          ...URGENCY.flatMap((outcome) => resultsWith(run, outcome)).map((result) => ({
            key: result.id,
            name: result.invitee,
            label: outcomeLabel(run.action, result.outcome),
            variant: VARIANTS[result.outcome],
            reason: reasonText(result),
          })),
          ...waiting.map(({ id: key, invitee: name }, index) => ({
            key,
            name,
            label: run.state === 'failed' && index < CHANGED_INVITATIONS_MAX ? 'Unknown' : 'Not tried',
            variant: 'secondary' as const,
            reason: run.message,
          })),
        ]}
      />
    </section>
  );
}
