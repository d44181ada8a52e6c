import { Type } from 'typebox';
import { sameLogin } from '../../../../domain/account.ts';
import { LIST_BOUNDS } from '../../../../domain/limits/code-host.ts';
import type { TeamRole } from '../../../../domain/people-change.ts';
import { ok, refuse } from '../../../../domain/result.ts';
import type {
  NamedAccount,
  NamedTeam,
  OrganizationTerms,
  SeenPlace,
} from '../../../../ports/code-host/people-changes.ts';
import type { AskedByOwner } from '../../../../ports/code-host/reached-repositories.ts';
import type { Told } from '../../../../ports/code-host/refusals.ts';
import { TEAM_BY_SLUG } from '../../graphql/documents.ts';
import { dataOf } from '../../graphql/graphql.ts';
import { eachOnce, linkedPages, readPages } from '../../pages/pages.ts';
import { UNEXPECTED } from '../../send/refusals.ts';
import { bodyOf } from '../../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../../send/shapes.ts';
import { readProfileOf } from '../accounts.ts';
import type { WaysAsPerson } from '../ways-in.ts';
import { ORGANIZATION, pathOf, seenNow } from './organization-changes.ts';

const State = Type.Union([Type.Literal('active'), Type.Literal('pending')]);
const Account = Type.Object({ id: HostId, login: HostLogin });
const Accounts = Type.Array(Account);
const Membership = Type.Object({
  state: State,
  role: Type.String(),
  user: Account,
  organization: Type.Optional(ORGANIZATION),
  direct_membership: Type.Optional(Type.Boolean()),
  enterprise_teams_providing_indirect_membership: Type.Optional(Type.Array(Type.Unknown())),
});

/** GitHub docs: Get organization membership for a user; Get a user. */
export async function readPlace(
  ways: WaysAsPerson,
  { organization }: AskedByOwner,
  login: string,
): Promise<Told<SeenPlace | null>> {
  const url = `${pathOf(organization)}/memberships/${encodeURIComponent(login)}`;
  const told = bodyOf(await ways.send({ url }), Membership);
  if (told.ok) {
    const { state, role, user, organization: named, direct_membership: isDirect = true } = told.value;
    if (!sameLogin(user.login, login)) return refuse(UNEXPECTED);
    const isMember = state === 'active' && (role === 'admin' || role === 'member');
    const isProvided = (told.value.enterprise_teams_providing_indirect_membership ?? []).length > 0;
    return ok({
      ...user,
      role: isMember ? role : null,
      isIndirect: isMember && (!isDirect || isProvided),
      seenIn: named === undefined ? null : seenNow(named),
    });
  }
  if (told.refusal.kind !== 'missing') return told;
  const profile = await readProfileOf(ways, login);
  if (!profile.ok || profile.value === null) return profile.ok ? ok(null) : profile;
  return ok({ id: profile.value.id, login: profile.value.login, role: null, isIndirect: false, seenIn: null });
}

/** GitHub docs: List organization members. */
export async function readOwners(
  { send, log }: WaysAsPerson,
  { organization }: AskedByOwner,
): Promise<Told<readonly NamedAccount[]>> {
  const list = linkedPages(send, `${pathOf(organization)}/members?role=admin`, Accounts);
  const pages = await readPages(list, LIST_BOUNDS.people, log);
  if (!pages.ok) return pages;
  const owners = pages.value.flat().map(({ id, login }) => ({ id, login }));
  return ok(eachOnce(owners, ({ id }) => id));
}

const TeamAnswer = Type.Object({
  organization: Type.Object({ team: orNull(Type.Object({ databaseId: HostId, slug: Type.String() })) }),
});

export async function readTeamBySlug(
  { query }: WaysAsPerson,
  { organization }: AskedByOwner,
  slug: string,
): Promise<Told<NamedTeam | null>> {
  const told = dataOf(await query({ ...TEAM_BY_SLUG, variables: { organization, slug } }), TeamAnswer);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  const { team } = told.value.organization;
  return ok(team === null ? null : { id: team.databaseId, slug: team.slug });
}

const TeamMembership = Type.Object({
  state: State,
  role: Type.Union([Type.Literal('member'), Type.Literal('maintainer')]),
});

/** GitHub docs: Get team membership for a user. */
export async function readTeamRole(
  { send }: WaysAsPerson,
  { organization }: AskedByOwner,
  { slug, login }: { readonly slug: string; readonly login: string },
): Promise<Told<TeamRole | null>> {
  const told = bodyOf(await send({ url: `${pathOf(organization)}${teamMembershipPath(slug, login)}` }), TeamMembership);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  return ok(told.value.state === 'active' ? told.value.role : null);
}

export const teamMembershipPath = (slug: string, login: string): string =>
  `/teams/${encodeURIComponent(slug)}/memberships/${encodeURIComponent(login)}`;

const Terms = Type.Object({
  default_repository_permission: Type.Optional(TextOrNull),
  plan: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
});

/** GitHub docs: Get an organization. */
export async function readTerms(
  { send }: WaysAsPerson,
  { organization }: AskedByOwner,
): Promise<Told<OrganizationTerms>> {
  const told = bodyOf(await send({ url: pathOf(organization) }), Terms);
  if (!told.ok) return told;
  return ok({ basePermission: told.value.default_repository_permission ?? null, plan: told.value.plan?.name ?? null });
}
