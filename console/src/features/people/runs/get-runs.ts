import type { CallOptions, Run } from '@orgdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../../lib/reading/query-client.ts';
import { isRunning } from './run-words.ts';

/** Each read checks the person's rights in the organizations of the run. */
const REREAD_MS = 2_000;
const STOPPED_REREAD_MS = 30_000;

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: personalKey('run', id),
    queryFn: async ({ signal }): Promise<Run> => {
      const call = (options: CallOptions) => client.getRun({ path: { run: id }, ...options });
      return (await answerOf(call, { signal })).data.run;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.isOver) return false;
      return isRunning(data) ? REREAD_MS : STOPPED_REREAD_MS;
    },
  });

export const runsQuery = () =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('runs'),
    queryFn: async ({ signal }) => (await answerOf((options) => client.listRuns(options), { signal })).data.runs,
  });
