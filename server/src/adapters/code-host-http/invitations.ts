import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken } from '../../domain/session.ts';
import type { HostRefusal, InvitationRefusal, Invitee } from '../../ports/code-host.ts';
import type { CodeHostAddresses } from './addresses.ts';
import { MEMBER_BY_LOGIN, USER_BY_LOGIN } from './documents.ts';
import { fits } from './fits.ts';
import type { GraphqlRunner } from './graphql.ts';
import { HostId, HostLogin } from './host-shapes.ts';
import { unexpected, usable } from './refusals.ts';
import type { HostTransport } from './transport.ts';

const User = Type.Object({
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(Type.Union([Type.Object({ login: HostLogin }), Type.Null()])),
});
const Nobody = Type.Object({ user: Type.Null() });
const Unnumbered = Type.Object({ user: Type.Object({ databaseId: Type.Null() }) });
const Found = Type.Object({ user: User });
const Invitation = Type.Object({ id: HostId });
const Membership = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/** The person with a login: null without one. The platform says so by an error beside the null. */
export async function findUser(
  { isEnterpriseServer }: CodeHostAddresses,
  run: GraphqlRunner,
  token: HostToken,
  { organization, login }: { readonly organization: string; readonly login: string },
): Promise<Result<Invitee | null, HostRefusal>> {
  const request = isEnterpriseServer
    ? { ...MEMBER_BY_LOGIN, variables: { login, organization } }
    : { ...USER_BY_LOGIN, variables: { login } };
  const answer = await run(token, request);
  if (!answer.ok) return isNotFound(answer.refusal) ? ok(null) : answer;
  const { data, errors } = answer.value;
  if (fits(Found, data)) {
    const { user } = data;
    return ok({ id: user.databaseId, login: user.login, isMember: (user.organization ?? null) !== null });
  }
  // The platform documents the number as one that may be missing: that is no outage.
  if (fits(Unnumbered, data)) return refuse({ kind: 'rejected', status: 422, message: unexpected().message });
  if (!fits(Nobody, data)) return refuse(unexpected());
  const [first] = errors;
  if (first === undefined || errors.some(({ type }) => type === 'NOT_FOUND')) return ok(null);
  return refuse({ kind: 'rejected', status: 422, message: first.message });
}

const isNotFound = (refusal: HostRefusal): boolean => refusal.kind === 'rejected' && refusal.status === 404;

/** What github.com says of a member; an Enterprise Server, asked to set a membership, would not refuse. */
const ALREADY_MEMBER: InvitationRefusal = {
  kind: 'already-there',
  message: 'Invitee is already a part of this organization',
};

/**
 * Invites a person. github.com and GHE.com have an invitation call; an Enterprise Server has none, there a
 * membership is set, which its owner's settings may turn into an invitation. Setting one for a member would change
 * their role, and make an owner a member, so it is not done.
 *
 * GitHub docs: Create an organization invitation; Set organization membership for a user.
 */
export async function invite(
  { apiUrl, isEnterpriseServer }: CodeHostAddresses,
  send: HostTransport,
  token: HostToken,
  organization: string,
  invitee: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  if (isEnterpriseServer && invitee.isMember) return refuse(ALREADY_MEMBER);
  const path = `${apiUrl}/orgs/${encodeURIComponent(organization)}`;
  const common = { headers: { authorization: `Bearer ${token}` }, secrets: [token] };
  const answer = usable(
    isEnterpriseServer
      ? await send({
          ...common,
          method: 'PUT',
          url: `${path}/memberships/${encodeURIComponent(invitee.login)}`,
          parameters: { role: 'member' },
        })
      : await send({ ...common, method: 'POST', url: `${path}/invitations`, parameters: { invitee_id: invitee.id } }),
  );
  if (!answer.ok) return refuse(invitationRefusal(answer.refusal));
  // A page of something in between, with status 200, tells nothing of the invitation.
  const isTold = fits(isEnterpriseServer ? Membership : Invitation, answer.value.body);
  return isTold ? ok(undefined) : refuse(invitationRefusal(unexpected()));
}

/** The platform gives every refusal of an invitation the same code; only its words tell them apart. */
function invitationRefusal(refusal: HostRefusal): InvitationRefusal {
  if (refusal.kind === 'unreachable') return { kind: 'not-confirmed', message: refusal.message };
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (/\balready\b/i.test(message)) return { kind: 'already-there', message };
  if (/\binvitation rate limit\b/i.test(message)) return { kind: 'over-quota', message };
  return refusal;
}
