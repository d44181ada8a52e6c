import type { CallOptions, Run } from '@orgdesk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { runQuery } from './get-runs.ts';

export interface RunActionProps {
  readonly id: string;
  /** Gets the focus when the button is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** Sends an action on a run, and shows the run as it is then. */
export function useRunAction(
  { id, heading }: RunActionProps,
  action: 'cancelRun' | 'retryRun',
  options: { readonly limitMs?: number } = {},
) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Run> => {
      const call = (sent: CallOptions) => clientOf(sessionId)[action]({ path: { run: id }, ...sent });
      return (await answerOf(call, options)).data.run;
    },
    onSuccess: (run) => {
      queries.setQueryData(runQuery(id).queryKey, run);
      heading.current?.focus();
    },
    onError: () => queries.invalidateQueries(runQuery(id)),
  });
}
