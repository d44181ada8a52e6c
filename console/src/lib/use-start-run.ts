import type { RunRequest } from '@orgdesk/client';
import { JOB_TITLE_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf, clientOf } from './reading/http-client.ts';
import { personalKey } from './reading/query-client.ts';
import { useSignedIn } from './reading/signed-in.ts';

/**
 * Starts a run and opens its page, with a query. The same key again returns the same run. People are read again
 * afterwards.
 */
export function useStartRun(search: Readonly<Record<string, string>> = {}) {
  const { id: sessionId } = useSignedIn();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // A second press can arrive before the button is inactive.
  const isStarting = useRef<boolean>(false);
  const start = useMutation({
    mutationFn: async ({ title = '', ...run }: RunRequest) => {
      const body = { ...run, title: title.slice(0, JOB_TITLE_MAX_CHARACTERS) };
      return (await answerOf((options) => clientOf(sessionId).startRun({ body, ...options }))).data.run;
    },
    onSuccess: ({ id }) => {
      for (const list of ['people-across', 'person-across'])
        void queries.invalidateQueries({ queryKey: personalKey(list), refetchType: 'none' });
      void navigate({ to: '/runs/$run', params: { run: id }, search });
    },
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
