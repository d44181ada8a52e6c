import { Type } from 'typebox';
import { canBeLogin } from '../../../domain/account.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal, Invitee, Inviting } from '../../../ports/code-host.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { MEMBER_BY_LOGIN, USER_BY_LOGIN } from '../graphql/documents.ts';
import type { GraphqlRunner } from '../graphql/graphql.ts';
import { fits } from '../send/fits.ts';
import { HostId, HostLogin } from '../send/host-shapes.ts';
import { saysMissing, unexpected, usable } from '../send/refusals.ts';
import type { HostTransport } from '../send/transport.ts';
import { mayBeManaged, wayInto } from './ways-in.ts';

const User = Type.Object({
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(Type.Union([Type.Object({ login: HostLogin }), Type.Null()])),
});
const Nobody = Type.Object({ user: Type.Null() });
const Unnumbered = Type.Object({ user: Type.Object({ databaseId: Type.Null() }) });
const Found = Type.Object({ user: User });
const Account = Type.Object({ id: HostId, login: HostLogin, type: Type.String() });

/** The ways to look somebody up. */
export interface FindUserDeps {
  readonly addresses: CodeHostAddresses;
  readonly runGraphql: GraphqlRunner;
  readonly send: HostTransport;
}

/**
 * The person with a login: null without one. GraphQL was seen not to find managed accounts that REST knows, so whom it
 * does not find and who may have one is asked for a second time.
 */
export async function findUser(
  deps: FindUserDeps,
  inviting: Inviting,
  login: string,
): Promise<Result<Invitee | null, HostRefusal>> {
  const found = await byGraphql(deps, inviting, login);
  const isUnknown = found.ok && found.value === null;
  return isUnknown && mayBeManaged(deps.addresses, login) && canBeLogin(login) ? byRest(deps, inviting, login) : found;
}

/** The platform says that there is nobody by an error beside the null. */
async function byGraphql(
  { addresses, runGraphql }: FindUserDeps,
  inviting: Inviting,
  login: string,
): Promise<Result<Invitee | null, HostRefusal>> {
  const request =
    wayInto(addresses, inviting) === 'membership'
      ? { ...MEMBER_BY_LOGIN, variables: { login, organization: inviting.organization } }
      : { ...USER_BY_LOGIN, variables: { login } };
  const answer = await runGraphql(inviting.token, request);
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

/** GitHub docs: Get a user; Get organization membership for a user. */
async function byRest(
  { addresses, send }: FindUserDeps,
  inviting: Inviting,
  login: string,
): Promise<Result<Invitee | null, HostRefusal>> {
  const { token, organization } = inviting;
  const get = (path: string) =>
    send({
      method: 'GET',
      url: addresses.apiUrl + path,
      headers: { authorization: `Bearer ${token}` },
      parameters: {},
      secrets: [token],
    });

  const sent = await get(`/users/${encodeURIComponent(login)}`);
  if (saysMissing(sent)) return ok(null);
  const answer = usable(sent);
  if (!answer.ok) return answer;
  if (!fits(Account, answer.value.body)) return refuse(unexpected());
  const { id, login: spelled, type } = answer.value.body;
  if (type !== 'User') return ok(null);
  if (wayInto(addresses, inviting) === 'invitation') return ok({ id, login: spelled, isMember: false });

  const seen = await get(`/orgs/${encodeURIComponent(organization)}/memberships/${encodeURIComponent(spelled)}`);
  if (saysMissing(seen)) return ok({ id, login: spelled, isMember: false });
  const membership = usable(seen);
  return membership.ok ? ok({ id, login: spelled, isMember: true }) : membership;
}
