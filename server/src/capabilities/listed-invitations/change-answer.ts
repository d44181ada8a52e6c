import type { ChangedInvitation, ChangeInvitationsAnswer } from '@orgdesk/contract';
import { retryAfterSeconds } from '../../refusals.ts';
import type { Change } from './change-invitations.ts';
import { type ListedRefusal, tellChange } from './messages.ts';

/** What became of each invitation, and until when a limit lasts, the longest if there are several. */
export function changeAnswer(ids: readonly number[], changes: readonly Change[], now: Date): ChangeInvitationsAnswer {
  const waits = changes
    .map((change) => (change.ok ? null : waitOf(change.refusal, now)))
    .filter((wait) => wait !== null);
  return {
    results: changes.map((change, place) => resultView(ids[place] ?? 0, change)),
    retryAfterSeconds: waits.length === 0 ? null : Math.max(...waits),
  };
}

function resultView(id: number, change: Change): ChangedInvitation {
  if (change.ok) return { id, outcome: 'done', error: null, reason: null, newId: change.value.newId };
  const { outcome, error, reason } = tellChange(change.refusal);
  return { id, outcome, error, reason, newId: null };
}

const waitOf = (refusal: ListedRefusal, now: Date): number | null =>
  refusal.kind === 'former-gone' ? waitOf(refusal.refusal, now) : retryAfterSeconds(refusal, now);
