import type { RunRequest } from '@orgdesk/client';
import { JOB_TITLE_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf, clientOf } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';

/** Starts a run and opens its page. The same key again returns the same run. */
export function useStartRun() {
  const { id: sessionId } = useSignedIn();
  const navigate = useNavigate();
  // A second press can arrive before the button is inactive.
  const isStarting = useRef<boolean>(false);
  const start = useMutation({
    mutationFn: async ({ title = '', ...run }: RunRequest) => {
      const body = { ...run, title: title.slice(0, JOB_TITLE_MAX_CHARACTERS) };
      return (await answerOf((options) => clientOf(sessionId).startRun({ body, ...options }))).data.run;
    },
    onSuccess: ({ id }) => void navigate({ to: '/runs/$run', params: { run: id } }),
    onSettled: () => {
      isStarting.current = false;
    },
  });
  return {
    ...start,
    mutate: (run: RunRequest) => {
      if (isStarting.current) return;
      isStarting.current = true;
      start.mutate(run);
    },
  };
}
