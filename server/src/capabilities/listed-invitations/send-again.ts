import { samePerson } from '../../domain/invitations/invited-person.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting, NewInvitation, SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { ChangeTarget } from '../../ports/code-host/organization-changes.ts';
import type { Log } from '../../ports/system.ts';
import type { Change, ChangeOne } from './change-invitations.ts';
import { type ListedRefusal, limitOf } from './messages.ts';

export interface SendAgainDeps {
  readonly codeHost: Pick<CodeHost, 'findInvitee' | 'teamsOfInvitation' | 'createInvitation' | 'removeInvitation'>;
  readonly log: Log;
}

/**
 * Creates an equal invitation, then removes the former one. If the code host rejects duplicates, removes the former one
 * first; for an open one, creation is then tried twice, so that nobody loses an invitation.
 */
export function createSendAgain({ codeHost, log }: SendAgainDeps): ChangeOne {
  return async (former, { inviting, organizationId, invitations, chosen, hindrance, notice }) => {
    if (former.source === 'scim') return refuse({ kind: 'from-provider' });
    const isSame = (other: SeenInvitation) => other.id !== former.id && samePerson(other, former);
    if (chosen.slice(0, chosen.indexOf(former)).some(isSame)) return refuse({ kind: 'not-tried', after: null });
    if (invitations.some((other) => other.state === 'open' && isSame(other)))
      return refuse({ kind: 'already-invited' });
    const found = await asNew(inviting, former);
    if (!found.ok) return found;
    const { seen, ...wanted } = found.value;
    const target = { ...inviting, organizationId, seen };

    const made = await codeHost.createInvitation(target, wanted);
    const isInTheWay = made.ok ? made.value.id === former.id : isRefusedFor(former, made.refusal);
    if (!isInTheWay) {
      if (!made.ok) return made;
      if (made.value.openSince !== null) return refuse({ kind: 'already-invited' });
      const removed = await codeHost.removeInvitation(target, former.id);
      // A missing invitation is already removed, as intended.
      if (!removed.ok && removed.refusal.kind !== 'missing') {
        notice(removed.refusal);
        log.warn({ invitationId: former.id, refusal: removed.refusal.kind }, LEFT);
      }
      return ok({ newId: made.value.id });
    }
    const hindered = hindrance();
    if (hindered !== null) return refuse({ kind: 'not-tried', ...hindered });
    const removed = await codeHost.removeInvitation(target, former.id);
    if (!removed.ok && removed.refusal.kind === 'missing') return refuse({ kind: 'gone' });
    if (!removed.ok && removed.refusal.kind !== 'not-confirmed') return removed;
    return makeInPlace(target, wanted, { ...former, removed: removed.ok });
  };

  /** Teams of a failed invitation cannot be read. */
  async function asNew(
    inviting: Inviting,
    former: SeenInvitation,
  ): Promise<Result<NewInvitation & Pick<ChangeTarget, 'seen'>, ListedRefusal>> {
    const role = ROLES.find((known) => known === former.role);
    if (role === undefined) return refuse({ kind: 'other-role', role: former.role });
    const isWithoutTeams = former.state === 'failed' || former.teamCount === 0;
    const teams = isWithoutTeams ? ok([]) : await codeHost.teamsOfInvitation(inviting, former.id);
    if (!teams.ok) return teams.refusal.kind === 'missing' ? refuse({ kind: 'gone' }) : teams;
    // Last, because it also reads the organization right before the change.
    const invitee = await inviteeOf(inviting, former);
    return invitee.ok ? ok({ ...invitee.value, role, teamIds: teams.value }) : invitee;
  }

  async function inviteeOf(
    inviting: Inviting,
    { login, email }: SeenInvitation,
  ): Promise<Result<Pick<NewInvitation, 'invitee'> & Pick<ChangeTarget, 'seen'>, ListedRefusal>> {
    if (login === null) return email === null ? refuse({ kind: 'gone' }) : ok({ invitee: { email }, seen: null });
    const user = await codeHost.findInvitee(inviting, login);
    if (!user.ok) return user;
    const { invitee, place } = user.value;
    if (invitee === null) return refuse({ kind: 'not-found', login });
    return ok({ invitee: { id: invitee.id }, seen: (place.ok && place.value?.organization) || null });
  }

  async function makeInPlace(
    target: ChangeTarget,
    wanted: NewInvitation,
    former: Pick<SeenInvitation, 'id' | 'state'> & { readonly removed: boolean },
  ): Promise<Change> {
    const first = await codeHost.createInvitation(target, wanted);
    const isFinal = first.ok || former.state === 'failed' || isLasting(first.refusal);
    const made = isFinal ? first : await codeHost.createInvitation(target, wanted);
    if (made.ok) {
      const { id, openSince } = made.value;
      return openSince === null && id !== former.id ? ok({ newId: id }) : refuse({ kind: 'already-invited' });
    }
    const unsure = [first, made].find((call) => !call.ok && call.refusal.kind === 'not-confirmed');
    if (unsure !== undefined && !unsure.ok) return unsure;
    if (made.refusal.kind === 'already-invited') return made;
    return refuse({ kind: 'former-gone', removed: former.removed, refusal: made.refusal });
  }
}

const LEFT = 'an invitation was sent again, and the former one could not be removed';

/** The roles that the code host accepts. */
const ROLES = ['direct_member', 'admin', 'billing_manager'] as const;

/** Whether the former invitation blocks the new one. For failed ones, every unexplained 422 counts (decision 0085). */
const isRefusedFor = ({ state }: SeenInvitation, refusal: ListedRefusal): boolean =>
  refusal.kind === 'already-invited' ||
  (state === 'failed' && refusal.kind === 'rejected' && refusal.status === UNPROCESSABLE);

const UNPROCESSABLE = 422;

/** Whether a retry is useless or forbidden. */
const isLasting = (refusal: ListedRefusal): boolean => refusal.kind === 'already-invited' || limitOf(refusal) !== null;
