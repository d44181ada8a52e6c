import { Type } from 'typebox';
import { canBeLogin } from '../../../domain/account.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { GraphqlData } from '../../../ports/code-host/graphql.ts';
import type { Invitee, InviteeLookup, Inviting, LivePlace } from '../../../ports/code-host/invitations.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import { MEMBER_BY_LOGIN, USER_BY_LOGIN } from '../graphql/documents.ts';
import { refusalIn } from '../graphql/graphql.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { fits, HostId, HostLogin, orNull } from '../send/shapes.ts';
import { readProfileOf } from './accounts.ts';
import { seenNow } from './changing/organization-changes.ts';
import { readMembership } from './memberships.ts';
import { mayBeManaged, type WaysAsPerson, wayInto } from './ways-in.ts';

const User = Type.Object({
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
});
const Organization = Type.Object({
  organization: orNull(Type.Object({ databaseId: HostId, login: HostLogin, viewerIsAMember: Type.Boolean() })),
});
const Nobody = Type.Object({ user: Type.Null() });
const Unnumbered = Type.Object({ user: Type.Object({ databaseId: Type.Null() }) });
const Found = Type.Object({ user: User });

/**
 * By the specification a null from GraphQL is final. GraphQL does not find all managed accounts, so their logins are
 * also read by REST.
 */
export const findUser = (ways: WaysAsPerson, inviting: Inviting, login: string): Promise<Told<InviteeLookup>> =>
  mayBeManaged(ways.addresses, login) ? findInvitee(ways, inviting, login) : findByGraphql(ways, inviting, login);

export async function findInvitee(ways: WaysAsPerson, inviting: Inviting, login: string): Promise<Told<InviteeLookup>> {
  const found = await findByGraphql(ways, inviting, login);
  if (!found.ok) return found;
  const { invitee, place } = found.value;
  if (invitee !== null || !canBeLogin(login)) return found;
  const account = await findByRest(ways, inviting, login);
  return account.ok ? ok({ invitee: account.value, place }) : account;
}

/** The platform reports an unknown user by an error next to the null. */
async function findByGraphql(
  { addresses, query }: WaysAsPerson,
  inviting: Inviting,
  login: string,
): Promise<Told<InviteeLookup>> {
  const document = wayInto(addresses, inviting) === 'membership' ? MEMBER_BY_LOGIN : USER_BY_LOGIN;
  const answer = await query({ ...document, variables: { login, organization: inviting.organization } });
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok({ invitee: null, place: refuse(UNEXPECTED) }) : answer;
  const { data } = answer.value;
  const place = placeIn(answer.value);
  if (fits(Found, data)) {
    const { databaseId: id, login: spelled, organization } = data.user;
    return ok({ invitee: { id, login: spelled, isMember: (organization ?? null) !== null }, place });
  }
  // The documented schema allows a missing ID, so this is no outage.
  if (fits(Unnumbered, data)) return refuse({ kind: 'rejected', status: 422, message: UNEXPECTED.message });
  if (!fits(Nobody, data)) return refuse(UNEXPECTED);
  const errors = answer.value.errors.filter(({ path }) => path?.[0] !== 'organization');
  const [first] = errors;
  if (first === undefined || errors.some(({ type }) => type === 'NOT_FOUND')) return ok({ invitee: null, place });
  return refuse({ kind: 'rejected', status: 422, message: first.message });
}

function placeIn({ data, errors }: GraphqlData): Told<LivePlace | null> {
  if (!fits(Organization, data)) return refuse(UNEXPECTED);
  if (data.organization !== null) {
    const { databaseId: id, login, viewerIsAMember: viewerBelongs } = data.organization;
    return ok({ organization: seenNow({ id, login }), viewerBelongs });
  }
  const refusal = refusalIn(errors.filter(({ path }) => path?.[0] === 'organization'));
  return refusal === null || refusal.kind === 'missing' ? ok(null) : refuse(refusal);
}

async function findByRest(ways: WaysAsPerson, inviting: Inviting, login: string): Promise<Told<Invitee | null>> {
  const account = await readProfileOf(ways, login);
  if (!account.ok || account.value === null || !account.value.isPerson) return account.ok ? ok(null) : account;
  const { id, login: spelled } = account.value;
  if (wayInto(ways.addresses, inviting) === 'invitation') return ok({ id, login: spelled, isMember: false });
  const membership = await readMembership(ways, inviting, spelled);
  return membership.ok ? ok({ id, login: spelled, isMember: membership.value !== null }) : membership;
}
