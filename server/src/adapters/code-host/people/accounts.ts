import { type Static, Type } from 'typebox';
import { ok } from '../../../domain/result.ts';
import type { GraphqlError } from '../../../ports/code-host/graphql.ts';
import type { Inviting, SeenAccount } from '../../../ports/code-host/invitations.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import { accountsByLogin } from '../graphql/documents.ts';
import { bodyOf } from '../send/send.ts';
import { fits, HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { readMembership } from './memberships.ts';
import { barrierBefore, type WaysAsPerson } from './ways-in.ts';

const Owner = Type.Object({
  __typename: Type.String(),
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
  suspendedAt: Type.Optional(TextOrNull),
});
const Profile = Type.Object({
  id: HostId,
  login: HostLogin,
  type: Type.String(),
  suspended_at: Type.Optional(TextOrNull),
});

/** A hundred accounts cost as much of the GraphQL rate limit as one. */
export async function readAccounts(
  ways: WaysAsPerson,
  inviting: Inviting,
  logins: readonly string[],
): Promise<Told<readonly (SeenAccount | null)[]>> {
  const named = Object.fromEntries(logins.map((login, place) => [`login${place}`, login]));
  const variables = { organization: inviting.organization, ...named };
  const ask = (withSuspension: boolean) => ways.query({ ...accountsByLogin(logins.length, withSuspension), variables });
  const isServer = ways.addresses.kind === 'enterprise-server';
  const first = await ask(isServer);
  // Server schemas are not published. One without `suspendedAt` refuses the whole document.
  const isTooMuch = isServer && !first.ok && first.refusal.kind === 'rejected';
  const answer = isTooMuch ? await ask(false) : first;
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(logins.map(() => null)) : answer;
  const { data, errors } = answer.value;
  return ok(
    logins.map((_, place) => {
      const alias = `account${place}`;
      const told = data[alias];
      const isWhole = fits(Owner, told) && !errors.some((error) => isWithheld(error, alias));
      return isWhole ? accountFrom(ways, inviting, told) : null;
    }),
  );
}

const isWithheld = ({ path, type }: GraphqlError, alias: string): boolean =>
  path?.[0] === alias && type !== 'NOT_FOUND';

const accountFrom = (
  { addresses }: WaysAsPerson,
  inviting: Inviting,
  { __typename, databaseId, login, organization, suspendedAt }: Static<typeof Owner>,
): SeenAccount => ({
  id: databaseId,
  login,
  isPerson: __typename === 'User',
  isMember: (organization ?? null) !== null,
  isSuspended: (suspendedAt ?? null) !== null,
  barrier: barrierBefore(addresses, inviting, login),
});

export async function readAccount(
  ways: WaysAsPerson,
  inviting: Inviting,
  login: string,
): Promise<Told<SeenAccount | null>> {
  const profile = await readProfileOf(ways, login);
  if (!profile.ok) return profile;
  if (profile.value === null) return ok(null);
  const account = { ...profile.value, barrier: barrierBefore(ways.addresses, inviting, profile.value.login) };
  if (!account.isPerson) return ok({ ...account, isMember: false });
  const membership = await readMembership(ways, inviting, account.login);
  return membership.ok ? ok({ ...account, isMember: membership.value === 'active' }) : membership;
}

/** GitHub docs: Get a user. */
export async function readProfileOf(
  { send }: WaysAsPerson,
  login: string,
  end?: AbortSignal,
): Promise<Told<Omit<SeenAccount, 'isMember' | 'barrier'> | null>> {
  const profile = bodyOf(await send({ url: `/users/${encodeURIComponent(login)}`, end }), Profile);
  if (!profile.ok) return profile.refusal.kind === 'missing' ? ok(null) : profile;
  const { id, login: spelled, type, suspended_at: suspendedAt } = profile.value;
  return ok({ id, login: spelled, isPerson: type === 'User', isSuspended: (suspendedAt ?? null) !== null });
}
