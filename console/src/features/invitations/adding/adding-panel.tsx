import { Button, LinkButton } from '@primer/react';
import type { RefObject } from 'react';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { addressHere, signInHref } from '../../../lib/paths.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { INVITEES_MAX } from '../runs/batches.ts';
import { RunFrame } from '../runs/run-frame.tsx';
import { useNotBefore } from '../runs/use-not-before.ts';
import { type AddOutcome, type AddRun, failedLogins, loginsWith, unconfirmedLogins } from './add-run.ts';

interface AddingPanelProps {
  readonly run: AddRun;
  readonly onStop: () => void;
  readonly onSend: (logins: readonly string[]) => void;
  /** Takes those who wait back to where they were written. */
  readonly onPutBack: () => void;
  /** Where reading goes on once everything is done. */
  readonly resultsHeading: RefObject<HTMLElement | null>;
}

/** How far the adding is, how it ended, and what can be done then. */
export function AddingPanel({ run, onStop, onSend, onPutBack, resultsHeading }: AddingPanelProps) {
  return (
    <RunFrame
      run={run}
      label="Adding people"
      progressLabel="People processed"
      words={progressSentence(run, run.total - run.waiting.length)}
      tone={toneOf(run)}
      onStop={onStop}
      resultsHeading={resultsHeading}
    >
      <EndNotice run={run} onSend={onSend} onPutBack={onPutBack} />
    </RunFrame>
  );
}

function EndNotice({ run, onSend, onPutBack }: Omit<AddingPanelProps, 'onStop' | 'resultsHeading'>) {
  const { state, waiting, sentence, results } = run;
  const rest = peopleOf(waiting.length);
  const isOne = waiting.length === 1;
  const { notBefore, until } = useNotBefore(run);
  const sendRest = (
    <span className="run-frame-actions">
      <AgainButton notBefore={notBefore} isBusy={false} onPress={() => onSend(waiting)}>
        {results.length === 0 ? 'Try again' : `Add the other ${isOne ? 'one' : formatCount(waiting.length)}`}
      </AgainButton>
      <Button onClick={onPutBack}>Put {isOne ? 'this one' : 'them'} back into the form</Button>
    </span>
  );
  const signInAgain = (
    <LinkButton href={signInHref(addressHere())} variant="primary">
      Sign in again
    </LinkButton>
  );
  switch (state) {
    case 'idle':
    case 'sending':
    case 'stopping':
    case 'finished':
      return null;
    case 'stopped':
      if (waiting.length === 0) return null;
      return (
        <Notice
          tone={sentence === null ? 'info' : 'warning'}
          role={sentence === null ? 'status' : 'alert'}
          title={`Stopped. ${rest} not added`}
          action={sendRest}
        >
          {sentence !== null && <p>{sentence}</p>}
          {until !== null && (
            <p>
              You can add {isOne ? 'this one' : 'them'} at {until}.
            </p>
          )}
          {results.length > 0 && <p>Who was added before stays added.</p>}
        </Notice>
      );
    case 'rejected':
      return (
        <Notice
          tone="warning"
          role="alert"
          title={`Stopped. ${rest} not added`}
          action={
            <span className="run-frame-actions">
              {signInAgain}
              {sendRest}
            </span>
          }
        >
          <p>{sentence} Sign in again: you come back here.</p>
          <p>If it was renewed in the meantime, you can add {isOne ? 'this one' : 'the others'} right away.</p>
        </Notice>
      );
    case 'signed-out':
      return (
        <Notice tone="warning" role="alert" title="Your session ended while adding" action={signInAgain}>
          {sentence !== null && <p>{sentence}</p>}
          <p>
            The results so far are kept, and {rest} not added. After signing in you are back here and can add the rest.
          </p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="critical" role="alert" title={`Adding broke off. ${rest} left`} action={sendRest}>
          {sentence !== null && <p>{sentence}</p>}
          <p>
            {mayBeInvited(waiting.length)} Check at the code host who is a member before you add{' '}
            {isOne ? 'this one' : 'them'} again.
          </p>
        </Notice>
      );
  }
}

function progressSentence(run: AddRun, done: number): string {
  const countOf = (outcome: AddOutcome) => loginsWith(run, outcome).length;
  const already = countOf('already');
  const unconfirmed = countOf('unconfirmed');
  const outcome = [
    `${formatCount(countOf('added'))} added`,
    ...(already > 0 ? [`${formatCount(already)} already there`] : []),
    ...(unconfirmed > 0 ? [`${formatCount(unconfirmed)} not confirmed`] : []),
    `${formatCount(countOf('failed'))} failed`,
  ].join(', ');
  if (run.state === 'finished') return `Done: ${outcome}.`;
  const progress = `${formatCount(done)} of ${formatCount(run.total)} processed`;
  // Results of earlier ones are among them.
  return run.results.length > done ? `${progress}. All together: ${outcome}.` : `${progress}: ${outcome}.`;
}

/** What holds of those in the request that broke off. */
function mayBeInvited(waiting: number): string {
  if (waiting === 1) return 'This one may have been added already.';
  if (waiting > INVITEES_MAX) return `Some of the next ${INVITEES_MAX} may have been added already.`;
  return `Some of these ${formatCount(waiting)} may have been added already.`;
}

function toneOf(run: AddRun): 'critical' | 'success' | 'warning' {
  if (failedLogins(run).length > 0) return 'critical';
  return unconfirmedLogins(run).length > 0 ? 'warning' : 'success';
}

const peopleOf = (count: number): string => (count === 1 ? '1 person is' : `${formatCount(count)} people are`);
