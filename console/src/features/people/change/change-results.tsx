import type { PeopleChange } from '@orgdesk/client';
import { Button, LinkButton, ProgressBar } from '@primer/react';
import { useId } from 'react';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { ResultTable } from '../../../components/run/result-table.tsx';
import { isRunning } from '../../../components/run/run.ts';
import { useNotBefore } from '../../../components/run/use-not-before.ts';
import { addressHere, signInHref } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { type PeopleChangeRun, processedCount, resultsOf, unsettledPeople } from './change-run.ts';
import {
  changeWords,
  OUTCOME_ORDER,
  outcomeVariant,
  outcomeWords,
  resultsMessage,
  resultWords,
} from './change-words.ts';

interface PeopleChangeResultsProps {
  readonly change: PeopleChange;
  readonly run: PeopleChangeRun;
  readonly onStop: () => void;
  /** Previews the change again for these people. */
  readonly onAgain: (logins: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ChangeResults({ change, run, onStop, onAgain, onClose }: PeopleChangeResultsProps) {
  const id = useId();
  const { state, people: total, message } = run;
  const isSending = isRunning(run);
  const done = processedCount(run);
  const results = resultsOf(run);
  const rest = unsettledPeople(run);
  const { notBefore, until } = useNotBefore(run);
  const isDone = state === 'finished' && results.every(({ outcome }) => outcome !== 'not-tried');
  const counts = results.length === 0 ? '' : resultsMessage(change, results);
  return (
    <>
      {isSending && (
        <ProgressBar
          aria-label={changeWords(change).doing}
          aria-valuenow={Math.round((done / total) * 100)}
          aria-valuetext={`${formatCount(done)} of ${formatCount(total)}`}
          progress={(done / total) * 100}
        />
      )}
      {isSending && (
        <p className="change-people-progress" role="status">
          {`${formatCount(done)} of ${formatCount(total)} done${counts === '' ? '' : `: ${counts}`}.`}
        </p>
      )}
      {!isSending && (
        <Notice
          tone={
            rest.length === 0
              ? 'success'
              : results.some(({ outcome }) => outcome === 'refused')
                ? 'critical'
                : 'warning'
          }
          role={rest.length === 0 ? 'status' : 'alert'}
          title={`${isDone ? 'Done' : 'Stopped'}: ${counts}.`}
        >
          {message !== null && <p>{message}</p>}
          {state === 'signed-out' && <p>Your session ended. Sign in again, then preview the rest.</p>}
          {until !== null && <p>You can continue at {until}.</p>}
        </Notice>
      )}
      {results.length > 0 && (
        <section className="change-people-part" aria-labelledby={id}>
          <h3 className="change-people-title" id={id}>
            Results
          </h3>
          <ResultTable
            label={id}
            what="Person"
            results={OUTCOME_ORDER.flatMap((outcome) =>
              results
                .filter((result) => result.outcome === outcome)
                .map((result) => ({
                  key: result.id,
                  name: result.login,
                  words: outcomeWords(change, outcome),
                  variant: outcomeVariant(outcome),
                  reason: resultWords(result),
                })),
            )}
          />
        </section>
      )}
      <DialogAnswers>
        {isSending && (
          <Button onClick={onStop} inactive={state === 'stopping'}>
            {state === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        )}
        {!isSending && <Button onClick={onClose}>Close</Button>}
        {(state === 'signed-out' || state === 'rejected') && (
          <LinkButton href={signInHref(addressHere())} variant="primary">
            Sign in again
          </LinkButton>
        )}
        {!isSending && state !== 'signed-out' && rest.length > 0 && (
          <AgainButton notBefore={notBefore} isBusy={false} onPress={() => onAgain(rest.map(({ login }) => login))}>
            {rest.length === 1 ? 'Retry 1' : `Retry ${formatCount(rest.length)}`}
          </AgainButton>
        )}
      </DialogAnswers>
    </>
  );
}
