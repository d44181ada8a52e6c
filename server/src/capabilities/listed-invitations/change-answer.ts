import type { ChangedInvitation, ChangeInvitationsAnswer } from '@orgdesk/contract';
import { longestWait } from '../../shared/refusals.ts';
import type { InvitationChangeResult } from './change-invitations.ts';
import { type ListedRefusal, refusalView } from './messages.ts';

export function changeAnswer(changes: readonly InvitationChangeResult[], now: Date): ChangeInvitationsAnswer {
  const refusals = changes.flatMap(({ change }) => (change.ok ? [] : [callIn(change.refusal)]));
  return { results: changes.map(resultView), retryAfterSeconds: longestWait(refusals, now) };
}

function resultView({ id, change }: InvitationChangeResult): ChangedInvitation {
  if (change.ok) return { id, outcome: 'done', error: null, reason: null, newId: change.value.newId };
  const { outcome, error, reason } = refusalView(change.refusal);
  return { id, outcome, error, reason, newId: null };
}

/** The code host's refusal inside `former-gone`. */
const callIn = (refusal: ListedRefusal) => (refusal.kind === 'former-gone' ? refusal.refusal : refusal);
