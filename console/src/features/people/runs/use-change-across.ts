import type { CallOptions, PeopleChange, PreviewPeopleAnswer } from '@orgdesk/client';
import { CHANGED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { NoPreviewLine } from '@orgdesk/contract/people/across/preview-across';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { batchesOf } from '../../../lib/batches.ts';
import { clientOf, linesOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { useStartRun } from '../../../lib/use-start-run.ts';
import { type ChangePlan, planOf } from '../change/use-change.ts';

export interface ChangeAcross {
  readonly change: PeopleChange;
  readonly logins: readonly string[];
  readonly organizations: readonly number[];
}

export interface OrganizationPlan extends ChangePlan {
  readonly organization: number;
  readonly login: string;
}

export interface AcrossPlan {
  /** Makes a repeated start return the same run. */
  readonly key: string;
  readonly change: PeopleChange;
  readonly plans: readonly OrganizationPlan[];
  readonly failures: readonly Pick<NoPreviewLine, 'organization' | 'failure'>[];
  /** When the first preview expires. */
  readonly expiresAt: Date;
}

const LOST = { reason: 'out-of-time', message: null, retryAt: null, authorizeUrl: null } as const;

/** Previews a change in several organizations and starts it as one run. */
export function useChangeAcross() {
  const { id: sessionId } = useSignedIn();
  const left = useRef<AbortController>(null);
  const [done, setDone] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const start = useStartRun();
  const preview = useMutation({
    mutationFn: async ({ change, logins, organizations }: ChangeAcross): Promise<AcrossPlan> => {
      const signal = left.current?.signal ?? new AbortController().signal;
      const answers = new Map<number, { login: string; previews: PreviewPeopleAnswer[] }>();
      const failures = new Map<number, NoPreviewLine['failure']>();
      const batches = batchesOf(logins, CHANGED_PEOPLE_MAX);
      let lines = 0;
      for (const batch of batches) {
        const wanted = organizations.filter((id) => !failures.has(id));
        if (wanted.length === 0) break;
        const body = { change, logins: [...batch], organizations: wanted };
        const seen = new Set<number>();
        const call = (options: CallOptions) => clientOf(sessionId).previewPeopleAcross({ body, ...options });
        for await (const line of linesOf(call, signal)) {
          if (line.kind === 'end') continue;
          seen.add(line.organization);
          lines += 1;
          setDone(lines / batches.length);
          if (line.kind === 'finished') {
            failures.set(line.organization, line.failure);
            continue;
          }
          const former = answers.get(line.organization)?.previews ?? [];
          answers.set(line.organization, { login: line.login, previews: [...former, line.preview] });
        }
        for (const id of wanted) if (!seen.has(id)) failures.set(id, LOST);
      }
      const plans = organizations.flatMap((organization) => {
        const answer = answers.get(organization);
        if (answer === undefined || failures.has(organization)) return [];
        return { ...planOf(change, answer.previews), organization, login: answer.login };
      });
      return {
        key: crypto.randomUUID(),
        change,
        plans,
        failures: organizations.flatMap((organization) => {
          const failure = failures.get(organization);
          return failure === undefined ? [] : { organization, failure };
        }),
        expiresAt: new Date(Math.min(...plans.map(({ expiresAt }) => expiresAt.getTime()))),
      };
    },
    onMutate: () => {
      setDone(0);
      start.reset();
    },
  });

  return {
    preview,
    /** Organizations previewed so far. */
    done,
    start,
  };
}
