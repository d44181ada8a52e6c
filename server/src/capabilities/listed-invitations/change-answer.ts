import type { ChangedInvitation, ChangeInvitationsAnswer } from '@orgdesk/contract';
import { retryAfterSeconds } from '../../refusals.ts';
import type { ChangedOne } from './change-invitations.ts';
import { type ListedRefusal, tellChange } from './messages.ts';

/** What became of each invitation, and until when a limit lasts, the longest if there are several. */
export function changeAnswer(changes: readonly ChangedOne[], now: Date): ChangeInvitationsAnswer {
  const waits = changes.map(({ change }) => (change.ok ? null : waitOf(change.refusal, now)));
  const longest = Math.max(0, ...waits.map((wait) => wait ?? 0));
  return { results: changes.map(resultView), retryAfterSeconds: longest === 0 ? null : longest };
}

function resultView({ id, change }: ChangedOne): ChangedInvitation {
  if (change.ok) return { id, outcome: 'done', error: null, reason: null, newId: change.value.newId };
  const { outcome, error, reason } = tellChange(change.refusal);
  return { id, outcome, error, reason, newId: null };
}

const waitOf = (refusal: ListedRefusal, now: Date): number | null =>
  refusal.kind === 'former-gone' ? waitOf(refusal.refusal, now) : retryAfterSeconds(refusal, now);
