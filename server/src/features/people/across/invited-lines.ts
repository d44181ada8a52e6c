import type { InvitedLine, WithheldLine } from '@orgdesk/contract';
import pLimit from 'p-limit';
import { INVITED_ENTRIES } from '../../../lib/limits/people.ts';
import { ok } from '../../../lib/result.ts';
import type { Owner } from '../../../sessions/live-rights.ts';
import { forOwners, type PartByPart } from '../part-by-part.ts';
import type { PeopleServices } from '../services.ts';

type Invited = InvitedLine['people'][number];
type UnplacedLine = Omit<InvitedLine, 'organization'> | WithheldLine;

const SENT: ReadonlySet<string> = new Set(['invitation.sent', 'invitation.sent_again']);

/** Invitations that were answered are in the audit log alone. */
export function createInvitedLines({ runtime, codeHost, sessions, audit }: PeopleServices) {
  // Searches of a person wait for each other, and only a few may.
  const oneSearch = pLimit(1);

  return async function* (
    { session, organization: login }: Owner,
    parts: PartByPart,
    end: AbortSignal,
  ): AsyncGenerator<UnplacedLine, void> {
    const owner = await sessions.rights(session, login);
    if (!owner.ok) return yield forOwners('invitations');
    const people = [...(await answered(owner.value, end))];
    const inviting = invitingOf(owner.value);
    const listed = codeHost.hasInvitations(inviting) ? await codeHost.listedInvitations(inviting, end) : ok([]);
    if (!listed.ok) yield parts.withheld('invitations', listed.refusal);
    else {
      for (const { login, email, createdAt, state } of listed.value)
        people.push({ id: null, login, email, at: createdAt.toISOString(), isOpen: state === 'open' });
    }
    yield { kind: 'invited', people: people.toSorted((one, other) => (one.at < other.at ? 1 : -1)) };
  };

  async function answered({ session, organizationId }: Owner, left: AbortSignal): Promise<readonly Invited[]> {
    const part = await oneSearch(() =>
      audit.reader.part(
        { organizationId, action: 'invitation', limit: INVITED_ENTRIES },
        { userId: session.user.id, now: runtime.clock.now(), left },
      ),
    );
    if (!part.ok) return [];
    return part.value.entries.flatMap(({ action, outcome, target, at }) => {
      if (!SENT.has(action) || outcome === 'refused' || target === null) return [];
      const isPerson = target.kind === 'person';
      const login = isPerson ? target.name : null;
      return [{ id: target.id, login, email: isPerson ? null : target.name, at, isOpen: false }];
    });
  }
}

export const invitingOf = ({ session, organization, organizationId }: Owner) => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  inviter: session.user.login,
});
