import type { RunRequest } from '@orgdesk/client';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useStartRun } from '../../../components/run/use-start-run.ts';
import { batchesOf } from '../../../lib/moments/batches.ts';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { PersonPlace } from '../everywhere/get-person-across.ts';

/** The service changes up to `CHANGED_INVITATIONS_MAX` invitations per request, with several code host calls each. */
const ANSWER_LIMIT_MS = 120_000;

export interface OpenInvitation {
  readonly id: number;
  /** Login of the organization. */
  readonly login: string;
  readonly words: string;
}

export interface UncancelledInvitation extends OpenInvitation {
  readonly error: string | null;
}

/** Open invitations of somebody that do not end with their membership. */
export const openInvitations = (places: readonly PersonPlace[]): readonly OpenInvitation[] =>
  places.flatMap(({ login, person }) => {
    const received = person?.receivedInvitations ?? [];
    const sent = person !== null && person.role === null ? (person.sentInvitations ?? []) : [];
    return [
      ...received.map(({ id }) => ({ id, login, words: `Invitation to ${login}` })),
      ...sent.map((each) => ({
        id: each.id,
        login,
        words: `Invitation of ${each.login ?? each.email ?? 'somebody'} to ${login}`,
      })),
    ];
  });

interface Offboarding {
  readonly run: RunRequest;
  readonly invitations: readonly OpenInvitation[];
}

/** Cancels invitations, and starts the run unless one could not be cancelled. `onEnd` is called if nobody is removed. */
export function useOffboarding(person: string, onEnd: () => void) {
  const { id: sessionId } = useSignedIn();
  const start = useStartRun({ person });
  const cancel = useMutation({
    mutationFn: async ({ invitations }: Offboarding): Promise<readonly UncancelledInvitation[]> => {
      const left: UncancelledInvitation[] = [];
      for (const [login, ofIt] of Map.groupBy(invitations, (each) => each.login)) {
        for (const batch of batchesOf(ofIt, CHANGED_INVITATIONS_MAX)) {
          const body = { ids: batch.map(({ id }) => id) };
          const { data } = await answerOf(
            (options) => clientOf(sessionId).cancelInvitations({ path: { login }, body, ...options }),
            { limitMs: ANSWER_LIMIT_MS },
          );
          const results = new Map(data.results.map((result) => [result.id, result]));
          for (const invitation of batch) {
            const result = results.get(invitation.id);
            if (result?.outcome !== 'done' && result?.outcome !== 'gone')
              left.push({ ...invitation, error: result?.error ?? null });
          }
        }
      }
      return left;
    },
    onSuccess: (left, { run }) => {
      if (left.length > 0) return;
      if (run.items.length === 0) onEnd();
      else start.mutate(run);
    },
  });
  return {
    uncancelled: cancel.data ?? [],
    failure: cancel.error ?? start.error,
    isBusy: cancel.isPending || start.isPending,
    begin: (offboarding: Offboarding) => {
      if (!cancel.isPending && !start.isPending) cancel.mutate(offboarding);
    },
  };
}
