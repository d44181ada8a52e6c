import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../../domain/account.ts';
import { ok } from '../../../domain/result.ts';
import type { Told } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import { LIST_BOUNDS, linkedPages, readPages } from '../pages/pages.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';

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
export async function restProfile(sendAsUser: SendAs, log: Log): Promise<Told<Profile>> {
  const list = linkedPages(sendAsUser, '/user/memberships/orgs?state=active', Type.Array(OrganizationMembership));
  const [answer, pages] = await Promise.all([sendAsUser({ url: '/user' }), readPages(list, LIST_BOUNDS.ofPerson, log)]);
  const user = bodyOf(answer, CurrentUser);
  if (!user.ok) return user;
  if (!pages.ok) return pages;

  const { id, login, name, avatar_url } = user.value;
  return ok({
    user: { id, login, name: name ?? null, avatarUrl: avatar_url ?? null },
    memberships: pages.value.flat().filter(isActive).map(membershipOf),
  });
}

// A pending membership is an invitation that nobody has accepted.
const isActive = ({ state }: Static<typeof OrganizationMembership>): boolean => state === 'active';

const membershipOf = ({ role, organization }: Static<typeof OrganizationMembership>): Membership => ({
  organization: {
    id: organization.id,
    login: organization.login,
    name: null,
    avatarUrl: organization.avatar_url ?? null,
  },
  viewerCanAdminister: role === 'admin',
});
