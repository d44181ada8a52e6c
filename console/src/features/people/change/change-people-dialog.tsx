import type { Job, PeopleChange, StartPeopleChangeRequest } from '@orgdesk/client';
import { CHANGED_IN_JOB_MAX } from '@orgdesk/contract/limits';
import { Button, ProgressBar } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { ContinueTick } from '../../../components/app-work/continue-tick.tsx';
import { useContinuing } from '../../../components/app-work/use-continuing.ts';
import { JobRetry } from '../../../components/jobs/job-actions.tsx';
import { JobPanel } from '../../../components/jobs/job-panel.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { StartFailure } from '../../../components/messages/start-failure.tsx';
import { formatCount } from '../../../lib/reader-locale.ts';
import { useIsBefore } from '../../../lib/use-is-before.ts';
import { ChangeChoice, type ChangeName, wholeChange } from './change-choice.tsx';
import { CHANGES, type ChosenPerson, changeTexts, changeTitle, peopleText } from './change-texts.ts';
import { useShownChange } from './changes-link.tsx';
import { isTyped, PlanEffects, TypedLogin } from './preview-parts.tsx';
import { type ChangePlan, useChange } from './use-change.ts';
import './change-people-dialog.css';

interface ChangePeopleDialogProps {
  readonly login: string;
  readonly organization: string;
  readonly people: readonly ChosenPerson[];
  /** A name if only the team is missing; null if everything is. */
  readonly change: PeopleChange | ChangeName | null;
  readonly onDone: (job: Job | null) => void;
}

/** The dialog is open as long as it is mounted. Nothing changes before confirmation. The page watches the job. */
export function ChangePeopleDialog(props: ChangePeopleDialogProps) {
  const { login, organization, people, change: initialChange, onDone } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { preview, done, start, job, isJobShown, showJob } = useChange(login);
  useShownChange(login, job?.id);
  // The selection stays even if the list behind loses people.
  const [chosen] = useState(people);
  const logins = chosen.map((person) => person.login);
  const isTooMany = logins.length > CHANGED_IN_JOB_MAX;
  const whole = typeof initialChange === 'string' ? wholeChange(initialChange) : initialChange;
  const begin = useRef(() => {
    if (whole !== null && !isTooMany) preview.mutate({ change: whole, logins });
  });
  const step = isTooMany ? 'too-many' : isJobShown && job !== null ? 'job' : preview.status;
  const previewed = preview.variables;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => heading.current?.focus(), [step]);
  useEffect(() => begin.current(), []);

  const close = () => dialog.current?.close();
  const back = job === null ? close : showJob;
  const shown = previewed?.change ?? whole;
  return (
    <DialogFrame
      size="large"
      dialog={dialog}
      heading={heading}
      title={shown === null ? openTitle(initialChange, peopleText(chosen)) : changeTitle(shown, chosen)}
      onClose={() => onDone(job)}
    >
      {step === 'too-many' && (
        <Notice tone="warning" title={`Over the limit of ${formatCount(CHANGED_IN_JOB_MAX)} people`}>
          <p>Select fewer people, and change the others afterwards.</p>
        </Notice>
      )}
      {step === 'idle' && whole === null && (
        <ChangeChoice
          login={login}
          name={typeof initialChange === 'string' ? initialChange : null}
          onChoose={(change) => preview.mutate({ change, logins })}
          onCancel={close}
        />
      )}
      {step === 'pending' && previewed !== undefined && (
        <>
          <p className="change-people-progress" role="status">
            {done === 0
              ? 'Loading preview…'
              : `Loading preview: ${formatCount(done)} of ${formatCount(previewed.logins.length)}…`}
          </p>
          <ProgressBar
            aria-label="People previewed"
            aria-valuenow={Math.round((done / previewed.logins.length) * 100)}
            progress={(done / previewed.logins.length) * 100}
          />
        </>
      )}
      {step === 'error' && previewed !== undefined && (
        <FailureNotice
          title="Couldn’t load the preview. Nothing was changed"
          failure={preview.error}
          onRetry={() => preview.mutate(previewed)}
        />
      )}
      {step === 'success' && preview.data !== undefined && previewed !== undefined && (
        <ChangePreview
          login={login}
          organization={organization}
          plan={preview.data}
          failure={start.error}
          isBusy={start.isPending}
          onConfirm={start.mutate}
          onReload={() => preview.mutate(previewed)}
          onCancel={back}
        />
      )}
      {step === 'job' && job !== null && (
        <JobPanel login={login} job={job} texts={CHANGES} heading={heading}>
          <ChangeRetry
            login={login}
            job={job}
            onRetry={(change, again) => preview.mutate({ change, logins: again.map((person) => person.login) })}
          />
        </JobPanel>
      )}
      {step !== 'idle' && step !== 'success' && (
        <DialogAnswers>
          <Button onClick={step === 'job' || step === 'too-many' ? close : back}>
            {step === 'job' || step === 'too-many' ? 'Close' : job === null ? 'Cancel' : 'Back to results'}
          </Button>
        </DialogAnswers>
      )}
    </DialogFrame>
  );
}

function openTitle(change: PeopleChange | ChangeName | null, who: string): string {
  if (change === 'add-to-team') return `Add ${who} to a team`;
  return change === 'remove-from-team' ? `Remove ${who} from a team` : `Change ${who}`;
}

interface ChangePreviewProps {
  readonly login: string;
  readonly organization: string;
  readonly plan: ChangePlan;
  /** Why the change could not be started; otherwise null. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (confirmed: StartPeopleChangeRequest) => void;
  readonly onReload: () => void;
  readonly onCancel: () => void;
}

function ChangePreview(props: ChangePreviewProps) {
  const { login, organization, plan, failure, isBusy, onConfirm, onReload, onCancel } = props;
  const { change, people, needsConfirmation: mustType, previews, expiresAt } = plan;
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isFresh = useIsBefore(expiresAt);
  const continuing = useContinuing([{ login }]);
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const isConfirmed = !mustType || isTyped(written, login);
  const { isDangerous } = changeTexts(change);

  const confirm = () => {
    if (isBusy) return;
    setIsTried(true);
    if (!isConfirmed) return field.current?.focus();
    onConfirm({
      previews: [...previews],
      ...(mustType ? { confirmation: written.trim() } : {}),
      ...continuing.approval,
    });
  };

  return (
    <>
      <PlanEffects login={login} organization={organization} plan={plan} heading="h3" />
      {!isFresh && changed.length > 0 && (
        <p className="change-people-hint" role="status">
          This preview has expired.
        </p>
      )}
      {changed.length > 0 && isFresh && <ContinueTick continuing={continuing} />}
      {failure !== null && (
        <StartFailure
          failure={failure}
          what="change"
          onRetry={confirm}
          isRetrying={isBusy}
          wasApproved={continuing.isChosen}
        />
      )}
      <DialogAnswers>
        {mustType && changed.length > 0 && isFresh && (
          <TypedLogin ref={field} login={login} value={written} onChange={setWritten} isTried={isTried} />
        )}
        <Button onClick={onCancel}>{changed.length === 0 ? 'Close' : 'Cancel'}</Button>
        {changed.length > 0 && !isFresh && (
          <Button variant="primary" onClick={onReload}>
            Refresh preview
          </Button>
        )}
        {changed.length > 0 && isFresh && (
          <Button variant={isDangerous ? 'danger' : 'primary'} inactive={isBusy} onClick={confirm}>
            {changeTitle(change, changed)}
          </Button>
        )}
      </DialogAnswers>
    </>
  );
}

interface ChangeRetryProps {
  readonly login: string;
  readonly job: Job;
  readonly onRetry: (change: PeopleChange, people: readonly ChosenPerson[]) => void;
}

export function ChangeRetry({ login, job, onRetry }: ChangeRetryProps) {
  const { change } = job;
  if (change === null) return null;
  return (
    <JobRetry
      login={login}
      job={job}
      outcomes={['changed-since', 'refused', 'failed', 'cancelled']}
      verb="Retry"
      onRows={(rows) =>
        onRetry(
          change,
          // People without an ID cannot be changed.
          rows.flatMap(({ userId: id, login: person }) =>
            id === null || person === null ? [] : [{ id, login: person }],
          ),
        )
      }
    />
  );
}
