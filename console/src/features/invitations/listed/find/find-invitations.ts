import type { ListedInvitation } from '@orgdesk/client';
import { inviteeOf, roleWords } from '../invitation-words.ts';
import type { InvitationsView, SortColumn } from './invitations-view.ts';

const byWords = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Ties are sorted newest first. */
export function foundInvitations(
  invitations: readonly ListedInvitation[],
  { text, state, role, source, sort, order }: InvitationsView,
): readonly ListedInvitation[] {
  const wanted = text.trim().toLocaleLowerCase();
  const sign = order === 'ascending' ? 1 : -1;
  return invitations
    .filter(
      (invitation) =>
        (state === 'all' || invitation.state === state) &&
        (role === 'all' || invitation.role === role) &&
        (source === 'all' || invitation.source === source) &&
        [inviteeOf(invitation), invitation.invitedBy ?? ''].some((words) => words.toLocaleLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => sign * COMPARISONS[sort](a, b) || byAge(b, a));
}

const byAge = (a: ListedInvitation, b: ListedInvitation): number =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;

const COMPARISONS: Readonly<Record<SortColumn, (a: ListedInvitation, b: ListedInvitation) => number>> = {
  state: (a, b) => nextStepAt(a) - nextStepAt(b),
  person: (a, b) => byWords.compare(inviteeOf(a), inviteeOf(b)),
  role: (a, b) => byWords.compare(roleWords(a.role), roleWords(b.role)),
  sent: byAge,
};

/** Failed first, then by expiry; those without expiry last. */
function nextStepAt({ state, expiresAt }: ListedInvitation): number {
  if (state === 'failed') return 0;
  return expiresAt === null ? Number.MAX_VALUE : Date.parse(expiresAt);
}
