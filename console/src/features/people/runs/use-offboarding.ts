import type { RunRequest } from '@orgdesk/client';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { batchesOf } from '../../../lib/batches.ts';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { useStartRun } from '../../../lib/use-start-run.ts';
import type { PersonPlace } from '../everywhere/get-person-across.ts';

/** The service makes several code host calls for each. */
const ANSWER_LIMIT_MS = 120_000;
const ORGANIZATIONS_AT_ONCE = 4;

/** Does not end with a membership, and is ended before it. */
export interface OpenItem {
  readonly kind: 'token' | 'invitation';
  readonly id: number;
  readonly login: string;
  readonly words: string;
}

export interface FailedItem extends OpenItem {
  readonly error: string | null;
}

export const openInvitations = (places: readonly PersonPlace[]): readonly OpenItem[] =>
  places.flatMap(({ login, person }) => {
    const received = person?.receivedInvitations ?? [];
    const sent = person !== null && person.role === null ? (person.sentInvitations ?? []) : [];
    const invitation = { kind: 'invitation', login } as const;
    return [
      ...received.map(({ id }) => ({ ...invitation, id, words: `Invitation to ${login}` })),
      ...sent.map((each) => ({
        ...invitation,
        id: each.id,
        words: `Invitation of ${each.login ?? each.email ?? 'somebody'} to ${login}`,
      })),
    ];
  });

interface OpenTokens {
  readonly items: readonly OpenItem[];
  /** Logins of organizations whose tokens were not read, with the reason. */
  readonly unread: ReadonlyMap<string, string | null>;
}

/** Reads the tokens of a person in several organizations. */
export function useOpenTokens(person: string) {
  const { id: sessionId } = useSignedIn();
  return useMutation({
    mutationFn: async (logins: readonly string[]): Promise<OpenTokens> => {
      const read = async (login: string) => {
        const path = { login, person };
        const call = await answerOf((options) => clientOf(sessionId).listPersonalTokens({ path, ...options })).catch(
          () => null,
        );
        return { login, tokens: call?.data.tokens ?? null, words: call?.data.words ?? null };
      };
      const all: Awaited<ReturnType<typeof read>>[] = [];
      for (const batch of batchesOf(logins, ORGANIZATIONS_AT_ONCE)) all.push(...(await Promise.all(batch.map(read))));
      return {
        items: all.flatMap(({ login, tokens }) =>
          (tokens ?? []).map(
            ({ id, name }) => ({ kind: 'token', id, login, words: `Token “${name}” in ${login}` }) as const,
          ),
        ),
        unread: new Map(all.flatMap(({ login, tokens, words }) => (tokens === null ? [[login, words]] : []))),
      };
    },
  });
}

interface Offboarding {
  readonly run: RunRequest;
  readonly items: readonly OpenItem[];
}

/**
 * Revokes tokens, cancels invitations, and starts the run unless one of these failed. `onEnd` is called if nobody is
 * removed.
 */
export function useOffboarding(person: string, onEnd: () => void) {
  const { id: sessionId } = useSignedIn();
  const start = useStartRun({ person });
  const send = async (kind: OpenItem['kind'], login: string, batch: readonly OpenItem[]) => {
    const body = { ids: batch.map(({ id }) => id) };
    const client = clientOf(sessionId);
    const limit = { limitMs: ANSWER_LIMIT_MS };
    if (kind === 'invitation')
      return (await answerOf((options) => client.cancelInvitations({ path: { login }, body, ...options }), limit)).data
        .results;
    const path = { login, person };
    return (await answerOf((options) => client.revokePersonalTokens({ path, body, ...options }), limit)).data.results;
  };
  const end = useMutation({
    mutationFn: async ({ items }: Offboarding): Promise<readonly FailedItem[]> => {
      const failed: FailedItem[] = [];
      for (const kind of ['token', 'invitation'] as const) {
        const ofKind = items.filter((item) => item.kind === kind);
        for (const [login, ofIt] of Map.groupBy(ofKind, (item) => item.login)) {
          for (const batch of batchesOf(ofIt, CHANGED_INVITATIONS_MAX)) {
            const results = new Map((await send(kind, login, batch)).map((result) => [result.id, result]));
            for (const item of batch) {
              const result = results.get(item.id);
              if (result?.outcome !== 'done' && result?.outcome !== 'gone')
                failed.push({ ...item, error: result?.error ?? null });
            }
          }
        }
      }
      return failed;
    },
    onSuccess: (failed, { run }) => {
      if (failed.length > 0) return;
      if (run.items.length === 0) onEnd();
      else start.mutate(run);
    },
  });
  return {
    failed: end.data ?? [],
    failure: end.error ?? start.error,
    isBusy: end.isPending || start.isPending,
    begin: (offboarding: Offboarding) => {
      if (!end.isPending && !start.isPending) end.mutate(offboarding);
    },
  };
}
