import type { Audited, SettledChange } from '../../audit-trail/audited.ts';
import type { LimitedProgress } from '../../concurrency/work-until-limit.ts';
import { endsOwnership, isDone, type PeopleChange, sameState } from '../../domain/people-change.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ChangeTarget, FreshOrganization } from '../../ports/code-host/organization-changes.ts';
import type { PeopleChangesHost } from '../../ports/code-host/people-changes.ts';
import type { OwnerRequest } from '../../ports/code-host/reached-repositories.ts';
import type { ChangeRefusal } from '../../ports/code-host/refusals.ts';
import type { AuditEvent, AuditOrigin } from '../../ports/storage/audit-trail.ts';
import type { PreviewedState } from '../../security/people-preview.ts';
import { type PeopleLimit, type PersonRefusal, trailWords } from './messages.ts';
import type { ReadPerson } from './read-person.ts';

export interface ChangePersonDeps {
  readonly codeHost: Pick<
    PeopleChangesHost,
    | 'ownersOf'
    | 'setRole'
    | 'removeMember'
    | 'removeOutsideCollaborator'
    | 'convertMember'
    | 'addToTeam'
    | 'removeFromTeam'
  >;
  readonly readPerson: ReadPerson;
  readonly audited: Audited;
}

export interface Changing {
  readonly at: OwnerRequest;
  readonly organizationId: number;
  readonly change: PeopleChange;
  readonly requester: AuditOrigin;
  readonly endsAllOwnership: boolean;
  /** Returns true if this request claimed the person. */
  readonly isClaimed: (person: PreviewedState) => boolean;
  /** True if the slug now names another team, or none. */
  readonly isOtherTeam: boolean;
}

export type PersonChange = Result<'done' | 'nothing-to-do' | 'under-way', PersonRefusal>;

export type ChangePerson = (
  person: PreviewedState,
  changing: Changing,
  progress: Pick<LimitedProgress<PersonRefusal, PeopleLimit>, 'stopReason'>,
) => Promise<PersonChange>;

/** Changes a person once, if they still match the preview. Records the change before sending. */
export function createChangePerson({ codeHost, readPerson, audited }: ChangePersonDeps): ChangePerson {
  return async (person, changing, progress) => {
    const { at, change } = changing;
    if (!changing.isClaimed(person)) return refuse({ kind: 'claimed' });
    if (changing.isOtherTeam) return refuse({ kind: 'changed-since' });
    const current = await readCurrent(person, changing);
    if (!current.ok) return current;
    if (current.value.isDone) return ok('nothing-to-do');
    const target = { ...at, organizationId: changing.organizationId, seen: current.value.seen };
    const takesOwner = endsOwnership(change) && person.role === 'admin';
    if (takesOwner && changing.endsAllOwnership) return refuse({ kind: 'last-owner' });
    const stopReason = progress.stopReason();
    if (stopReason !== null) return refuse({ kind: 'not-tried', ...stopReason });
    if (!changing.isClaimed(person)) return refuse({ kind: 'claimed' });

    const sent = await audited([eventOf(person, changing)], async (settle) => {
      const made = await send(target, change, person);
      settle(0, outcomeOf(made));
      return made;
    });
    if (!sent.ok) return sent;
    const made = sent.value;
    if (made.ok || (made.refusal.kind !== 'missing' && made.refusal.kind !== 'rejected')) return made;
    return explained(person, changing, made.refusal);
  };

  /** Checks the person's current state. */
  async function readCurrent(
    person: PreviewedState,
    { at, organizationId, change }: Changing,
  ): Promise<Result<{ readonly isDone: boolean; readonly seen: FreshOrganization | null }, PersonRefusal>> {
    const found = await readPerson(at, change, person.login);
    if (!found.ok) return refuse({ kind: 'not-looked-at', refusal: found.refusal });
    if (found.value === null) return refuse({ kind: 'changed-since' });
    const { id, freshOrganization: seen } = found.value;
    if (seen !== null && seen.id !== organizationId) return refuse({ kind: 'other-organization' });
    if (id !== person.id) return refuse({ kind: 'changed-since' });
    if (isDone(change, found.value)) return ok({ isDone: true, seen });
    return sameState(found.value, person) ? ok({ isDone: false, seen }) : refuse({ kind: 'changed-since' });
  }

  async function send(at: ChangeTarget, change: PeopleChange, { login, role }: PreviewedState): Promise<PersonChange> {
    switch (change.kind) {
      case 'role':
        return asMember(await codeHost.setRole(at, login, change.role));
      case 'remove': {
        const removed =
          role === 'outside_collaborator'
            ? await codeHost.removeOutsideCollaborator(at, login)
            : await codeHost.removeMember(at, login);
        return removed.ok ? ok('done') : removed;
      }
      case 'convert':
        return codeHost.convertMember(at, login);
      case 'add-to-team':
        return asMember(await codeHost.addToTeam(at, change.team, { login, role: change.role }));
      case 'remove-from-team': {
        const removed = await codeHost.removeFromTeam(at, change.team, login);
        return removed.ok ? ok('done') : removed;
      }
    }
  }

  /**
   * The code host rejects completed changes and removals of the last owner with text only, so the state is read again.
   */
  async function explained(person: PreviewedState, changing: Changing, refusal: PersonRefusal): Promise<PersonChange> {
    const { at, change } = changing;
    const again = await readCurrent(person, changing);
    if (again.ok && again.value.isDone) return ok('nothing-to-do');
    if (!again.ok && again.refusal.kind === 'changed-since') return again;
    if (!endsOwnership(change) || person.role !== 'admin') return refuse(refusal);
    const owners = await codeHost.ownersOf(at);
    const isLast = owners.ok && owners.value.every(({ id }) => id === person.id);
    return refuse(isLast ? { kind: 'last-owner' } : refusal);
  }
}

/** The request invites people who had already left. */
const asMember = (made: Result<'active' | 'pending', ChangeRefusal>): PersonChange => {
  if (!made.ok) return made;
  return made.value === 'active' ? ok('done') : refuse({ kind: 'left' });
};

const ACTIONS = {
  role: 'member.role_changed',
  remove: 'member.removed',
  convert: 'member.converted',
  'add-to-team': 'team.member_added',
  'remove-from-team': 'team.member_removed',
} as const satisfies Readonly<Record<PeopleChange['kind'], string>>;

function eventOf(
  { id, login, role, teamRole }: PreviewedState,
  { at, organizationId, change, requester }: Changing,
): AuditEvent {
  const isOfTeam = 'team' in change;
  return {
    ...requester,
    organization: { id: organizationId, login: at.organization },
    action: ACTIONS[change.kind],
    target: { kind: 'person', id, name: login },
    before: isOfTeam ? { team: change.team, role: teamRole } : { role },
    after: afterOf(change),
    deliveryId: null,
  };
}

function afterOf(change: PeopleChange): AuditEvent['after'] {
  switch (change.kind) {
    case 'role':
      return { role: change.role };
    case 'remove':
      return { role: null };
    case 'convert':
      return { role: 'outside_collaborator' };
    case 'add-to-team':
      return { team: change.team, role: change.role };
    case 'remove-from-team':
      return { team: change.team, role: null };
  }
}

function outcomeOf(made: PersonChange): SettledChange {
  if (made.ok) {
    // The code host does not report whether the conversion happens.
    return made.value === 'under-way'
      ? { outcome: 'unknown', words: 'The code host completes this later.' }
      : { outcome: 'done' };
  }
  const { refusal } = made;
  return { outcome: refusal.kind === 'not-confirmed' ? 'unknown' : 'refused', words: trailWords(refusal) };
}
