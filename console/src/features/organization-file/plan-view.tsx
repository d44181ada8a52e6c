import type { DriftCause, NamedFile, OrganizationPlan } from '@orgdesk/client';
import { countsOf, dangerWords } from '@orgdesk/contract/organizations/file/plan-words';
import { Button, Checkbox } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { jobOf } from '../../components/jobs/change-job.ts';
import { updateCachedJob } from '../../components/jobs/get-jobs.ts';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { clientOf } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { formatMinute } from '../../lib/words/reader-locale.ts';
import './organization-file.css';
import { signOf, stepCount, stepWords, valueWords } from './plan-words.ts';

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
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const lifts = plan.dangers.map(({ kind, count }) => ({ kind, count }));
      const body = { plan, ...(files !== null && { files }), lifted: lifts };
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
        <Notice key={kind} tone="warning" title={dangerWords({ kind, count })}>
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
                <span>{stepWords(step)}</span>
                <span className="hint">{valueWords(step)}</span>
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
        <FailureNotice
          title="Couldn’t apply the plan"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
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
