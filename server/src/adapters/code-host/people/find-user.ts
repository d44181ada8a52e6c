import { Type } from 'typebox';
import { canBeLogin } from '../../../domain/account.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { Invitee, Inviting } from '../../../ports/code-host/invitations.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import { MEMBER_BY_LOGIN, USER_BY_LOGIN } from '../graphql/documents.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { fits, HostId, HostLogin, orNull } from '../send/shapes.ts';
import { readProfileOf } from './accounts.ts';
import { readMembership } from './memberships.ts';
import { mayBeManaged, type WaysAsPerson, wayInto } from './ways-in.ts';

const User = Type.Object({
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
});
const Nobody = Type.Object({ user: Type.Null() });
const Unnumbered = Type.Object({ user: Type.Object({ databaseId: Type.Null() }) });
const Found = Type.Object({ user: User });

/**
 * The person with a login: null without one. The specification takes a null of GraphQL for the answer; GraphQL was seen not
 * to find managed accounts that REST knows, so who may have one is asked for a second time.
 */
export const findUser = (ways: WaysAsPerson, inviting: Inviting, login: string): Promise<Told<Invitee | null>> =>
  mayBeManaged(ways.addresses, login) ? findInvitee(ways, inviting, login) : findByGraphql(ways, inviting, login);

/** The person with a login: null when neither GraphQL nor REST knows one. */
export async function findInvitee(
  ways: WaysAsPerson,
  inviting: Inviting,
  login: string,
): Promise<Told<Invitee | null>> {
  const told = await findByGraphql(ways, inviting, login);
  const isUnknown = told.ok && told.value === null;
  return isUnknown && canBeLogin(login) ? findByRest(ways, inviting, login) : told;
}

/** The platform says that there is nobody by an error beside the null. */
async function findByGraphql(
  { addresses, query }: WaysAsPerson,
  inviting: Inviting,
  login: string,
): Promise<Told<Invitee | null>> {
  const request =
    wayInto(addresses, inviting) === 'membership'
      ? { ...MEMBER_BY_LOGIN, variables: { login, organization: inviting.organization } }
      : { ...USER_BY_LOGIN, variables: { login } };
  const answer = await query(request);
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(null) : answer;
  const { data, errors } = answer.value;
  if (fits(Found, data)) {
    const { user } = data;
    return ok({ id: user.databaseId, login: user.login, isMember: (user.organization ?? null) !== null });
  }
  // The platform documents the number as one that may be missing: that is no outage.
  if (fits(Unnumbered, data)) return refuse({ kind: 'rejected', status: 422, message: UNEXPECTED.message });
  if (!fits(Nobody, data)) return refuse(UNEXPECTED);
  const [first] = errors;
  if (first === undefined || errors.some(({ type }) => type === 'NOT_FOUND')) return ok(null);
  return refuse({ kind: 'rejected', status: 422, message: first.message });
}

async function findByRest(ways: WaysAsPerson, inviting: Inviting, login: string): Promise<Told<Invitee | null>> {
  const account = await readProfileOf(ways, login);
  if (!account.ok || account.value === null || !account.value.isPerson) return account.ok ? ok(null) : account;
  const { id, login: spelled } = account.value;
  if (wayInto(ways.addresses, inviting) === 'invitation') return ok({ id, login: spelled, isMember: false });
  const membership = await readMembership(ways, inviting, spelled);
  return membership.ok ? ok({ id, login: spelled, isMember: membership.value !== null }) : membership;
}
