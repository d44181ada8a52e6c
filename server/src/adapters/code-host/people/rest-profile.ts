import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../../domain/account.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { RestReader } from '../pages/rest.ts';
import { HostId, HostLogin, TextOrNull } from '../send/host-shapes.ts';

const CurrentUser = Type.Object({
  id: HostId,
  login: HostLogin,
  name: Type.Optional(TextOrNull),
  avatar_url: Type.Optional(TextOrNull),
});

const OrganizationMembership = Type.Object({
  state: Type.String(),
  role: Type.String(),
  organization: Type.Object({ id: HostId, login: HostLogin, avatar_url: Type.Optional(TextOrNull) }),
});

/**
 * The profile over REST, user and memberships side by side. The lists carry no organization names, and a call
 * for each would make sign-in as slow as the user has organizations: names stay null.
 */
export async function restProfile(rest: RestReader, token: HostToken): Promise<Result<Profile, HostRefusal>> {
  const [user, pages] = await Promise.all([
    rest.one(token, '/user', CurrentUser),
    rest.pages(token, '/user/memberships/orgs', { state: 'active' }, Type.Array(OrganizationMembership)),
  ]);
  if (!user.ok) return user;
  if (!pages.ok) return pages;

  const { id, login, name, avatar_url } = user.value;
  return ok({
    user: { id, login, name: name ?? null, avatarUrl: avatar_url ?? null },
    memberships: pages.value.flat().filter(isActive).map(membership),
  });
}

// A pending membership is an invitation that nobody has accepted.
const isActive = ({ state }: Static<typeof OrganizationMembership>): boolean => state === 'active';

const membership = ({ role, organization }: Static<typeof OrganizationMembership>): Membership => ({
  organization: {
    id: organization.id,
    login: organization.login,
    name: null,
    avatarUrl: organization.avatar_url ?? null,
  },
  viewerCanAdminister: role === 'admin',
});
