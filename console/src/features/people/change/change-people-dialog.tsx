import type { ChangedPerson, PeopleChange } from '@orgdesk/client';
import { Button, ProgressBar } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { isRunning } from '../../../components/run/run.ts';
import { rereadOrganization } from '../../../lib/reading/query-client.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { ChangeChoice, type ChangeName, wholeChange } from './change-choice.tsx';
import './change-people-dialog.css';
import { ChangePreview } from './change-preview.tsx';
import { ChangeResults } from './change-results.tsx';
import { type ChosenPerson, resultsOf } from './change-run.ts';
import { changeTitle, peopleWords } from './change-words.ts';
import { useChange } from './use-change.ts';

interface ChangePeopleDialogProps {
  readonly login: string;
  readonly organization: string;
  /** At least one. */
  readonly people: readonly ChosenPerson[];
  /** A name if only the team is missing; null if everything is. */
  readonly change: PeopleChange | ChangeName | null;
  /** Called after the focus is restored. Empty if nothing was sent. */
  readonly onDone: (results: readonly ChangedPerson[]) => void;
}

/** The dialog is open as long as it is mounted. Nothing changes before confirmation. */
export function ChangePeopleDialog({
  login,
  organization,
  people,
  change: initialChange,
  onDone,
}: ChangePeopleDialogProps) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, run, change, loadPreview, send, stop, showRun } = useChange(login);
  // The selection stays even if the list behind loses people.
  const [chosen] = useState(people);
  const whole = typeof initialChange === 'string' ? wholeChange(initialChange) : initialChange;
  const logins = chosen.map((person) => person.login);
  const isSending = isRunning(run);
  const hasRun = run.state !== 'idle';
  const begin = useRef(() => (whole === null ? undefined : loadPreview(whole, logins)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step.name, isSending]);
  useEffect(() => begin.current(), []);

  const close = () => dialog.current?.close();
  const words = change ?? whole;
  return (
    <DialogFrame
      size="large"
      dialog={dialog}
      heading={heading}
      title={words === null ? openTitle(initialChange, peopleWords(chosen)) : changeTitle(words, chosen)}
      isHeld={isSending}
      onClose={() => {
        if (hasRun) rereadOrganization(queries, login);
        onDone(resultsOf(run));
      }}
    >
      {step.name === 'choosing' && whole === null && (
        <ChangeChoice
          login={login}
          name={typeof initialChange === 'string' ? initialChange : null}
          onChoose={(chosenChange) => loadPreview(chosenChange, logins)}
          onCancel={close}
        />
      )}
      {step.name === 'loading-preview' && (
        <>
          <p className="change-people-progress" role="status">
            {step.total > step.done && step.done > 0
              ? `Loading preview: ${formatCount(step.done)} of ${formatCount(step.total)}…`
              : 'Loading preview…'}
          </p>
          <ProgressBar
            aria-label="People previewed"
            aria-valuenow={Math.round((step.done / step.total) * 100)}
            progress={(step.done / step.total) * 100}
          />
          <DialogAnswers>
            <Button onClick={close}>Cancel</Button>
          </DialogAnswers>
        </>
      )}
      {step.name === 'preview-failed' && change !== null && (
        <>
          <FailureNotice
            title="Couldn’t load the preview. Nothing was changed"
            failure={step.failure}
            onRetry={() => loadPreview(change, step.logins)}
          />
          <DialogAnswers>
            <Button onClick={hasRun ? showRun : close}>{hasRun ? 'Back to results' : 'Cancel'}</Button>
          </DialogAnswers>
        </>
      )}
      {step.name === 'preview' && change !== null && (
        <ChangePreview
          login={login}
          organization={organization}
          change={change}
          previews={step.previews}
          onConfirm={(confirmation) => send(step.previews, confirmation)}
          onReload={() =>
            loadPreview(
              change,
              step.previews.flatMap((preview) => preview.people.map((person) => person.login)),
            )
          }
          onCancel={hasRun ? showRun : close}
        />
      )}
      {step.name === 'run' && change !== null && (
        <ChangeResults
          change={change}
          run={run}
          onStop={stop}
          onAgain={(again) => loadPreview(change, again)}
          onClose={close}
        />
      )}
    </DialogFrame>
  );
}

function openTitle(change: PeopleChange | ChangeName | null, who: string): string {
  if (change === 'add-to-team') return `Add ${who} to a team`;
  return change === 'remove-from-team' ? `Remove ${who} from a team` : `Change ${who}`;
}
