import type {
  CallOptions,
  Job,
  PeopleChange,
  PreviewedPerson,
  PreviewPeopleAnswer,
  StartPeopleChangeRequest,
} from '@orgdesk/client';
import { CHANGED_PEOPLE_MAX, UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { jobOf } from '../../../components/jobs/change-job.ts';
import { jobsQuery, updateCachedJob } from '../../../components/jobs/get-jobs.ts';
import { batchesOf } from '../../../lib/batches.ts';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { CHANGES } from './change-texts.ts';

/** The service makes several code host calls for each person. */
const PREVIEW_LIMIT_MS = 120_000;

export interface RequestedChange {
  readonly change: PeopleChange;
  readonly logins: readonly string[];
}

export interface ChangePlan {
  readonly change: PeopleChange;
  readonly previews: readonly string[];
  /** When the first preview expires. */
  readonly expiresAt: Date;
  readonly people: readonly PreviewedPerson[];
  readonly needsConfirmation: boolean;
}

/** Previews a change in batches and starts it as one job. The same previews again return the same job. */
export function useChange(login: string) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const left = useRef<AbortController>(null);
  // A second press can arrive before the button is inactive.
  const isStarting = useRef<boolean>(false);
  const [done, setDone] = useState(0);
  const [started, setStarted] = useState<Job | null>(null);
  const [isJobShown, setIsJobShown] = useState(false);
  const { data: jobs } = useQuery({ ...jobsQuery(login, CHANGES.kind), enabled: started !== null });

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const start = useMutation({
    mutationFn: (body: StartPeopleChangeRequest) =>
      jobOf((options) => clientOf(sessionId).startPeopleChange({ path: { login }, body, ...options })),
    onSuccess: (job) => {
      updateCachedJob(queries, login, job);
      setStarted(job);
      setIsJobShown(true);
    },
    onSettled: () => {
      isStarting.current = false;
    },
  });
  const preview = useMutation({
    mutationFn: async ({ change, logins }: RequestedChange) => {
      const signal = left.current === null ? {} : { signal: left.current.signal };
      const answers: PreviewPeopleAnswer[] = [];
      for (const batch of batchesOf(logins, CHANGED_PEOPLE_MAX)) {
        setDone(answers.length * CHANGED_PEOPLE_MAX);
        const call = (options: CallOptions) =>
          clientOf(sessionId).previewPeopleChange({
            path: { login },
            body: { change, logins: [...batch] },
            ...options,
          });
        answers.push((await answerOf(call, { ...signal, limitMs: PREVIEW_LIMIT_MS })).data);
      }
      return planOf(change, answers);
    },
    onMutate: () => {
      start.reset();
      setIsJobShown(false);
    },
  });

  return {
    preview,
    /** People previewed so far. */
    done,
    start: {
      ...start,
      mutate: (body: StartPeopleChangeRequest) => {
        if (isStarting.current) return;
        isStarting.current = true;
        start.mutate(body);
      },
    },
    job: jobs?.find(({ id }) => id === started?.id) ?? started,
    isJobShown,
    showJob: () => setIsJobShown(true),
  };
}

export function planOf(change: PeopleChange, answers: readonly PreviewPeopleAnswer[]): ChangePlan {
  const people = answers.flatMap((answer) => answer.people);
  const willing = people.filter(({ verdict }) => verdict === 'will-change');
  return {
    change,
    previews: answers.map(({ preview }) => preview),
    expiresAt: new Date(Math.min(...answers.map(({ expiresAt }) => Date.parse(expiresAt)))),
    people,
    // Small previews may exceed the limit together.
    needsConfirmation: answers.some((answer) => answer.needsConfirmation) || willing.length > UNCONFIRMED_PEOPLE_MAX,
  };
}
