import { Type } from 'typebox';
import { canBeLogin } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import { ok, refuse } from '../../lib/result.ts';
import { asFreshOrganization, type HostClient } from '../client.ts';
import { MEMBER_BY_LOGIN, USER_BY_LOGIN } from '../documents.ts';
import { type GraphqlData, refusalIn } from '../graphql.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { fits, HostId, HostLogin, orNull } from '../send/shapes.ts';
import { readProfileOf } from './accounts.ts';
import { joinMethodOf, mayBeManaged, readMembership } from './memberships.ts';
import type { InvitationContext, Invitee, InviteeLookup, LiveOrganization } from './types.ts';

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
 * Finds a person by GraphQL, as specified for the mass invite.
 *
 * By the specification a null from GraphQL is final, but GraphQL does not find all managed accounts, so REST reads
 * theirs too.
 */
export const findUser = (
  client: HostClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<InviteeLookup>> =>
  mayBeManaged(client.addresses, login) ? findInvitee(client, context, login) : findByGraphql(client, context, login);

/** Finds a person by GraphQL, then by REST. */
export async function findInvitee(
  client: HostClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<InviteeLookup>> {
  const found = await findByGraphql(client, context, login);
  if (!found.ok) return found;
  const { invitee, liveOrganization } = found.value;
  if (invitee !== null || !canBeLogin(login)) return found;
  const account = await findByRest(client, context, login);
  return account.ok ? ok({ invitee: account.value, liveOrganization }) : account;
}

/** The platform reports an unknown user by an error next to the null. */
async function findByGraphql(
  { addresses, query }: HostClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<InviteeLookup>> {
  const document = joinMethodOf(addresses, context) === 'membership' ? MEMBER_BY_LOGIN : USER_BY_LOGIN;
  const answer = await query({ ...document, variables: { login, organization: context.organization } });
  if (!answer.ok)
    return answer.refusal.kind === 'missing' ? ok({ invitee: null, liveOrganization: refuse(UNEXPECTED) }) : answer;
  const { data } = answer.value;
  const liveOrganization = liveOrganizationIn(answer.value);
  if (fits(Found, data)) {
    const { databaseId: id, login: spelled, organization } = data.user;
    return ok({ invitee: { id, login: spelled, isMember: (organization ?? null) !== null }, liveOrganization });
  }
  // The documented schema allows a missing ID, so this is no outage.
  if (fits(Unnumbered, data)) return refuse({ kind: 'rejected', status: 422, message: UNEXPECTED.message });
  if (!fits(Nobody, data)) return refuse(UNEXPECTED);
  const errors = answer.value.errors.filter(({ path }) => path?.[0] !== 'organization');
  const [first] = errors;
  if (first === undefined || errors.some(({ type }) => type === 'NOT_FOUND'))
    return ok({ invitee: null, liveOrganization });
  return refuse({ kind: 'rejected', status: 422, message: first.message });
}

function liveOrganizationIn({ data, errors }: GraphqlData): HostResult<LiveOrganization | null> {
  if (!fits(Organization, data)) return refuse(UNEXPECTED);
  if (data.organization !== null) {
    const { databaseId: id, login, viewerIsAMember: viewerBelongs } = data.organization;
    return ok({ organization: asFreshOrganization({ id, login }), viewerBelongs });
  }
  const refusal = refusalIn(errors.filter(({ path }) => path?.[0] === 'organization'));
  return refusal === null || refusal.kind === 'missing' ? ok(null) : refuse(refusal);
}

async function findByRest(
  client: HostClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<Invitee | null>> {
  const account = await readProfileOf(client, login);
  if (!account.ok || account.value === null || !account.value.isPerson) return account.ok ? ok(null) : account;
  const { id, login: spelled } = account.value;
  if (joinMethodOf(client.addresses, context) === 'invitation') return ok({ id, login: spelled, isMember: false });
  const membership = await readMembership(client, context, spelled);
  return membership.ok ? ok({ id, login: spelled, isMember: membership.value !== null }) : membership;
}
