import type { CallOptions, DismissedFinding } from '@orgdesk/client';
import { DISMISSED_AT_ONCE_MAX } from '@orgdesk/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { batchesOf } from '../../../../lib/batches.ts';
import { answerOf, client } from '../../../../lib/reading/http-client.ts';
import { personalKey } from '../../../../lib/reading/query-client.ts';
import type { FoundItem } from './open-findings.ts';

export const dismissedQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('dismissed-findings', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.listDismissedFindings({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data.findings;
    },
  });

export interface DismissedPlace {
  readonly login: string;
  readonly items: readonly FoundItem[];
}

export interface Dismissal {
  readonly places: readonly DismissedPlace[];
  readonly until: Date;
  readonly reason: string;
}

export function useDismiss() {
  const keep = useKeepDismissed();
  return useMutation({
    mutationFn: async ({ places, until, reason }: Dismissal) => {
      for (const { login, items } of places) {
        for (const batch of batchesOf(items, DISMISSED_AT_ONCE_MAX)) {
          const findings = batch.map(({ key, name, seal }) => ({ key, name, seal }));
          const body = { findings, until: until.toISOString(), reason };
          const call = (options: CallOptions) => client.dismissFindings({ path: { login }, body, ...options });
          keep(login, (await answerOf(call)).data.findings);
        }
      }
    },
  });
}

export function useRestore(login: string) {
  const keep = useKeepDismissed();
  return useMutation({
    mutationFn: async ({ key }: Pick<DismissedFinding, 'key'>) => {
      const body = { keys: [key] };
      const call = (options: CallOptions) => client.restoreFindings({ path: { login }, body, ...options });
      keep(login, (await answerOf(call)).data.findings);
    },
  });
}

function useKeepDismissed() {
  const queries = useQueryClient();
  return (login: string, findings: readonly DismissedFinding[]) =>
    queries.setQueryData(dismissedQuery(login).queryKey, [...findings]);
}
