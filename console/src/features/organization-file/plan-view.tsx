import type { DriftCause, NamedFile, OrganizationPlan, PlanStep } from '@orgdesk/client';
import { countsOf, dangerText } from '@orgdesk/contract/organizations/file/plan-texts';
import { Button, Checkbox } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ContinueTick } from '../../components/app-work/continue-tick.tsx';
import { SignInStep } from '../../components/app-work/sign-in-step.tsx';
import { useContinuing } from '../../components/app-work/use-continuing.ts';
import { jobOf } from '../../components/jobs/change-job.ts';
import { countOf, updateCachedJob } from '../../components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../components/jobs/job-kind.ts';
import { problemText } from '../../components/jobs/job-texts.ts';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { counted, formatMinute } from '../../lib/reader-locale.ts';
import { clientOf } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import './organization-file.css';

interface PlanViewProps {
  readonly login: string;
  readonly plan: OrganizationPlan;
  /** Null if later differences do not matter. */
  readonly files: readonly NamedFile[] | null;
  readonly causes?: readonly DriftCause[];
  readonly verb: string;
  readonly onApplied: () => void;
}

const SHOWN_MAX = 500;

export function PlanView({ login, plan, files, causes = [], verb, onApplied }: PlanViewProps) {
  const id = useId();
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const [lifted, setLifted] = useState<ReadonlySet<string>>(new Set());
  const continuing = useContinuing([{ login }], plan.steps.length > 0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const lifts = plan.dangers.map(({ kind, count }) => ({ kind, count }));
      const body = { plan, ...(files !== null && { files }), lifted: lifts, ...continuing.approval };
      return jobOf((options) => clientOf(sessionId).applyOrganizationPlan({ path: { login }, body, ...options }));
    },
    onSuccess(job) {
      updateCachedJob(queries, login, job);
      onApplied();
    },
  });
  const isReady = plan.dangers.every(({ kind }) => lifted.has(kind));
  const left = plan.steps.filter(({ needs }) => needs !== null).length;
  return (
    <section className="stack-16" aria-labelledby={id}>
      <h3 id={id}>{plan.steps.length === 0 ? 'Nothing to change' : stepCount(plan)}</h3>
      {plan.steps.length > 0 && <p className="hint">{countsOf(plan.steps).join(', ')}.</p>}
      {plan.dangers.map(({ kind, count, names }) => (
        <Notice key={kind} tone="warning" title={dangerText({ kind, count })}>
          <p>{names.join(', ')}</p>
          <label className="organization-file-lift" htmlFor={`${id}-${kind}`}>
            <Checkbox
              id={`${id}-${kind}`}
              checked={lifted.has(kind)}
              onChange={({ target }) => {
                const others = [...lifted].filter((each) => each !== kind);
                setLifted(new Set(target.checked ? [...others, kind] : others));
              }}
            />
            I confirm this: {count}
          </label>
        </Notice>
      ))}
      {plan.steps.length > 0 && (
        <ol className="organization-file-steps" aria-label="Changes">
          {plan.steps.slice(0, SHOWN_MAX).map((step, index) => {
            const cause = causes.find((each) => each.step === index);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes.
              <li className="organization-file-step" key={index}>
                <span className="organization-file-sign" aria-hidden="true">
                  {signOf(step)}
                </span>
                <span>{stepMessage(step)}</span>
                <span className="hint">{valueText(step)}</span>
                {step.needs !== null && <span className="hint">The App needs {step.needs}.</span>}
                {cause !== undefined && (
                  <span className="hint">
                    Changed by {cause.actor ?? 'someone'}, {formatMinute(cause.at)}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {plan.steps.length > SHOWN_MAX && <p className="hint">And {plan.steps.length - SHOWN_MAX} more.</p>}
      {left > 0 && (
        <p className="hint">{left} of them need a permission that the App doesn’t have, and are left out.</p>
      )}
      {error !== null && (
        <FailureNotice title="Couldn’t apply the plan" failure={error} onRetry={() => mutate()} isRetrying={isPending}>
          <SignInStep failure={error} wasApproved={continuing.isChosen} />
        </FailureNotice>
      )}
      {plan.steps.length > left && (
        <ContinueTick continuing={continuing} changesRepositories={plan.steps.some(changesRepositories)} />
      )}
      <div>
        <Button
          variant="primary"
          disabled={!isReady || (left > 0 && left === plan.steps.length)}
          inactive={isPending}
          onClick={() => !isPending && mutate()}
        >
          {isPending ? 'Starting…' : plan.steps.length === 0 ? 'Keep these files to compare with' : verb}
        </Button>
      </div>
    </section>
  );
}

function stepMessage({ kind, login, team, repository, from, to }: PlanStep): string {
  const [person, slug, name] = [login ?? '', team ?? '', repository ?? ''];
  const change = from === null ? 'Give' : to === null ? 'End' : 'Change';
  switch (kind) {
    case 'invite-person':
      return `Invite ${person}`;
    case 'add-person':
      return `Add ${person}`;
    case 'set-role':
      return `Change the role of ${person}`;
    case 'remove-person':
      return `Remove ${person}`;
    case 'create-team':
      return `Create the team ${slug}`;
    case 'edit-team':
      return `Edit the team ${slug}`;
    case 'delete-team':
      return `Delete the team ${slug}`;
    case 'set-team-role':
      return from === null ? `Add ${person} to ${slug}` : `Change the role of ${person} in ${slug}`;
    case 'remove-from-team':
      return `Remove ${person} from ${slug}`;
    case 'set-team-access':
      return `${change} access of ${slug} to ${name}`;
    case 'set-collaborator':
      return `${change} access of ${person} to ${name}`;
  }
}

function valueText({ from, to }: Pick<PlanStep, 'from' | 'to'>): string {
  return Object.keys(to ?? from ?? {})
    .filter((key) => key !== 'slug' && key !== 'parentId')
    .map((key) => {
      const shown = [from?.[key], to?.[key]].filter((value) => value !== undefined);
      return `${key}: ${shown.map((value) => (value === null || value === '' ? 'none' : value)).join(' to ')}`;
    })
    .join(', ');
}

const changesRepositories = ({ kind }: PlanStep): boolean => kind === 'set-team-access' || kind === 'set-collaborator';

const signOf = ({ from, to }: Pick<PlanStep, 'from' | 'to'>): string => (from === null ? '+' : to === null ? '−' : '~');

const stepCount = ({ steps }: Pick<OrganizationPlan, 'steps'>): string => counted(steps.length, 'change', 'changes');

export const PLANS: JobKindTexts = {
  kind: 'organization-file',
  noun: { one: 'plan', many: 'plans' },
  task: 'apply plans here',
  title: () => 'Plan',
  outcomes: () => ({
    changed: { label: 'Changed', variant: 'success' },
    sent: { label: 'Invited', variant: 'success' },
    'already-member': { label: 'Already a member', variant: 'secondary' },
    'already-invited': { label: 'Already invited', variant: 'secondary' },
    'not-found': { label: 'Not found', variant: 'danger' },
    'under-way': { label: 'In progress', variant: 'accent' },
    'nothing-to-do': { label: 'No change needed', variant: 'secondary' },
    'changed-since': {
      label: 'Changed since plan',
      variant: 'attention',
      reason: 'Somebody else changed it since the plan, so nothing was done. Plan again.',
    },
    refused: { label: 'Refused', variant: 'danger' },
    failed: {
      label: 'Unknown',
      variant: 'attention',
      reason: 'No response. The change may have been made. Plan again.',
    },
    cancelled: { label: 'Not changed', variant: 'secondary', reason: 'The plan was cancelled first.' },
    sending: { label: 'Changing', variant: 'accent' },
    ready: { label: 'Not changed yet', variant: 'secondary' },
  }),
  progressLabel: 'Changes made',
  left: (job) => `${counted(countOf(job, 'ready', 'sending'), 'change', 'changes')} not made yet`,
  notDone: (job) => problemText(job, 'not changed', ['refused', 'changed-since', 'not-found']),
  running: '',
  paused: 'Nothing is changed until an owner resumes the plan.',
  cancel: ({ counts: { ready } }) => ({
    title: `Cancel the remaining ${counted(ready, 'change', 'changes')}?`,
    text: 'Changes already made stay.',
    yes: 'Cancel remaining',
    no: 'Keep changing',
  }),
  takeOver: () => 'The remaining changes will be made',
  rows: {
    heading: 'Change',
    one: 'change',
    many: 'changes',
    nameOf: ({ step }) => (step === null ? '' : stepMessage(step)),
  },
  useAbout:
    () =>
    ({ step }) =>
      step === null ? '' : valueText(step),
};
