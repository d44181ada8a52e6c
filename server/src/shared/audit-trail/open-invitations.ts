import { type NamedPerson, samePerson } from '../../domain/invitations/invited-person.ts';
import type { AuditRecord } from '../../ports/storage/audit-trail.ts';

/** An invitation recorded as sent, without a recorded outcome. */
export interface OpenInvitation extends NamedPerson {
  readonly entry: AuditRecord;
  readonly invitationId: number | null;
}

/** Entries must be in the order written. */
export function openInvitations(entries: readonly AuditRecord[]): readonly OpenInvitation[] {
  let open: OpenInvitation[] = [];
  const ended = new Set<unknown>();
  for (const entry of entries) {
    const person = personOf(entry);
    if (person === null || entry.outcome !== 'done') continue;
    const isOther = (one: OpenInvitation) => !samePerson(one, person);
    switch (entry.action) {
      case 'invitation.sent':
      case 'invitation.sent_again': {
        if (entry.before.invitationId !== undefined) ended.add(entry.before.invitationId);
        const { invitationId = null } = entry.after;
        // A webhook may arrive after its invitation has ended.
        if (invitationId !== null && ended.has(invitationId)) break;
        const id = typeof invitationId === 'number' ? invitationId : null;
        open = [...open.filter(isOther), { ...person, entry, invitationId: id }];
        break;
      }
      case 'invitation.cancelled':
      case 'invitation.failed':
      case 'invitation.gone':
        ended.add(entry.before.invitationId);
        open = open.filter(isOther);
        break;
      case 'member.added':
        open = open.filter(isOther);
        break;
    }
  }
  return open;
}

function personOf({ target }: AuditRecord): NamedPerson | null {
  if (target?.kind === 'person') return { login: target.name, email: null };
  return target?.kind === 'email' ? { login: null, email: target.name } : null;
}
