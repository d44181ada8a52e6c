import type { CallOptions } from '@orgdesk/client';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

export const ORGANIZATION_READ_LIMIT_MS = 5 * 60_000;

/** What differs from the files applied last, with or without these files. */
export const driftQuery = (login: string, files: 'true' | 'false') => ({
  queryKey: personalKey('organization-drift', login, files),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const call = (options: CallOptions) =>
      client.getOrganizationDrift({ path: { login }, query: { files }, ...options });
    return (await answerOf(call, { signal, limitMs: ORGANIZATION_READ_LIMIT_MS })).data;
  },
});

export const driftKey = (login: string) => personalKey('organization-drift', login);
