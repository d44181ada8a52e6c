import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { ok, refuse } from '../../lib/result.ts';
import { accountsByLogin } from '../graphql/documents.ts';
import type { GraphqlError } from '../graphql/graphql.ts';
import { hostPath } from '../host-path.ts';
import { MISSING } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { fits, HostId, HostLogin, instantIn, orNull, TextOrNull } from '../send/shapes.ts';
import { readMembership } from './memberships.ts';
import type { HostAccount, HostProfile, InvitationContext, InvitationsRequest } from './types.ts';
import { barrierBefore, type UserClient } from './ways-in.ts';

const Account = Type.Object({
  __typename: Type.String(),
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
  suspendedAt: Type.Optional(TextOrNull),
});
const Organization = Type.Object({ organization: Type.Object({ databaseId: HostId }) });
const User = Type.Object({
  id: HostId,
  login: HostLogin,
  type: Type.String(),
  suspended_at: Type.Optional(TextOrNull),
  // Many who ask for an account do without these.
  name: Type.Optional(Type.Unknown()),
  avatar_url: Type.Optional(Type.Unknown()),
  created_at: Type.Optional(Type.Unknown()),
});
const Profile = Type.Object({ name: TextOrNull, avatarUrl: TextOrNull, createdAt: Type.String() });

/** A hundred accounts cost as much of the GraphQL rate limit as one. */
export async function readAccounts(
  client: UserClient,
  context: InvitationsRequest,
  logins: readonly string[],
): Promise<HostResult<readonly (HostAccount | null)[]>> {
  const named = Object.fromEntries(logins.map((login, index) => [`login${index}`, login]));
  const variables = { organization: context.organization, ...named };
  const query = (withSuspension: boolean) =>
    client.query({ ...accountsByLogin(logins.length, withSuspension), variables });
  const isServer = client.addresses.kind === 'enterprise-server';
  const first = await query(isServer);
  // An Enterprise Server without `suspendedAt` refuses the whole document.
  const lacksSuspension = isServer && !first.ok && first.refusal.kind === 'rejected';
  const answer = lacksSuspension ? await query(false) : first;
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(logins.map(() => null)) : answer;
  const { data, errors } = answer.value;
  if (fits(Organization, data) && data.organization.databaseId !== context.organizationId) return refuse(MISSING);
  return ok(
    logins.map((_, index) => {
      const alias = `account${index}`;
      const account = data[alias];
      const isWhole = fits(Account, account) && !errors.some((error) => isWithheld(error, alias));
      return isWhole ? { ...accountFrom(client, context, account), profile: profileIn(account) } : null;
    }),
  );
}

const isWithheld = ({ path, type }: GraphqlError, alias: string): boolean =>
  path?.[0] === alias && type !== 'NOT_FOUND';

const accountFrom = (
  { addresses }: UserClient,
  context: InvitationContext,
  { __typename, databaseId, login, organization, suspendedAt }: Static<typeof Account>,
): Omit<HostAccount, 'profile'> => ({
  id: databaseId,
  login,
  isPerson: __typename === 'User',
  isMember: (organization ?? null) !== null,
  isSuspended: (suspendedAt ?? null) !== null,
  barrier: barrierBefore(addresses, context, login),
});

export async function readAccount(
  client: UserClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<HostAccount | null>> {
  const profile = await readProfileOf(client, login);
  if (!profile.ok) return profile;
  if (profile.value === null) return ok(null);
  const account = { ...profile.value, barrier: barrierBefore(client.addresses, context, profile.value.login) };
  if (!account.isPerson) return ok({ ...account, isMember: false });
  const membership = await readMembership(client, context, account.login);
  return membership.ok ? ok({ ...account, isMember: membership.value === 'active' }) : membership;
}

/** GitHub docs: Get a user. */
export async function readProfileOf(
  { send }: UserClient,
  login: string,
  end?: AbortSignal,
): Promise<HostResult<Omit<HostAccount, 'isMember' | 'barrier'> | null>> {
  const user = bodyOf(await send({ url: hostPath`/users/${login}`, end }), User);
  if (!user.ok) return user.refusal.kind === 'missing' ? ok(null) : user;
  const { id, login: spelled, type, suspended_at: suspendedAt, name, avatar_url, created_at } = user.value;
  return ok({
    id,
    login: spelled,
    isPerson: type === 'User',
    isSuspended: (suspendedAt ?? null) !== null,
    profile: profileIn({ name, avatarUrl: avatar_url, createdAt: created_at }),
  });
}

function profileIn(account: unknown): HostProfile | null {
  if (!fits(Profile, account)) return null;
  const { name, avatarUrl, createdAt: text } = account;
  const createdAt = instantIn(text);
  // The platform also has names without a character.
  return createdAt === null ? null : { name: name?.trim() || null, avatarUrl, createdAt };
}
