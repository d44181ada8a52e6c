import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../../domain/account.ts';
import { ok, refuse } from '../../../../domain/result.ts';
import type { Told } from '../../../../ports/code-host.ts';
import type {
  NamedAccount,
  OrganizationTerms,
  OwnedOrganization,
  SeenPlace,
  SeenTeamMembers,
  TeamRole,
} from '../../../../ports/people-changes.ts';
import { PEOPLE_IN_TEAM, teamsByLogin } from '../../graphql/documents.ts';
import { dataOf } from '../../graphql/graphql.ts';
import { eachOnce, LIST_BOUNDS, linkedPages, readPages } from '../../pages/pages.ts';
import { UNEXPECTED } from '../../send/refusals.ts';
import { bodyOf } from '../../send/send.ts';
import { fits, HostId, HostLogin, orNull, TextOrNull } from '../../send/shapes.ts';
import { readProfileOf } from '../accounts.ts';
import type { WaysAsPerson } from '../ways-in.ts';

export const pathOf = (organization: string): string => `/orgs/${encodeURIComponent(organization)}`;

const State = Type.Union([Type.Literal('active'), Type.Literal('pending')]);
const Account = Type.Object({ id: HostId, login: HostLogin });
const Membership = Type.Object({
  state: State,
  role: Type.String(),
  user: Account,
  direct_membership: Type.Optional(Type.Boolean()),
  enterprise_teams_providing_indirect_membership: Type.Optional(Type.Array(Type.Unknown())),
});

/** GitHub docs: Get organization membership for a user; Get a user. */
export async function readPlace(
  ways: WaysAsPerson,
  { organization }: OwnedOrganization,
  login: string,
): Promise<Told<SeenPlace | null>> {
  const url = `${pathOf(organization)}/memberships/${encodeURIComponent(login)}`;
  const told = bodyOf(await ways.send({ url }), Membership);
  if (told.ok) {
    const { state, role, user, direct_membership: isDirect = true } = told.value;
    if (!sameLogin(user.login, login)) return refuse(UNEXPECTED);
    const isMember = state === 'active' && (role === 'admin' || role === 'member');
    const isProvided = (told.value.enterprise_teams_providing_indirect_membership ?? []).length > 0;
    return ok({ ...user, role: isMember ? role : null, isIndirect: isMember && (!isDirect || isProvided) });
  }
  if (told.refusal.kind !== 'missing') return told;
  const profile = await readProfileOf(ways, login);
  if (!profile.ok || profile.value === null) return profile.ok ? ok(null) : profile;
  return ok({ id: profile.value.id, login: profile.value.login, role: null, isIndirect: false });
}

const readAccounts = async (
  { send, log }: WaysAsPerson,
  path: string,
  query: string,
): Promise<Told<readonly NamedAccount[]>> => {
  const pages = await readPages(linkedPages(send, `${path}${query}`, Type.Array(Account)), LIST_BOUNDS.owners, log);
  if (!pages.ok) return pages;
  return ok(
    eachOnce(
      pages.value.flat().map(({ id, login }) => ({ id, login })),
      ({ id }) => id,
    ),
  );
};

/** GitHub docs: List organization members. */
export const readOwners = (ways: WaysAsPerson, { organization }: OwnedOrganization) =>
  readAccounts(ways, `${pathOf(organization)}/members`, '?role=admin');

/** GitHub docs: List outside collaborators for an organization. */
export const readOutsideCollaborators = (ways: WaysAsPerson, { organization }: OwnedOrganization) =>
  readAccounts(ways, `${pathOf(organization)}/outside_collaborators`, '');

const PageInfo = Type.Object({ hasNextPage: Type.Boolean(), endCursor: Type.Optional(TextOrNull) });
const TeamPeople = Type.Object({
  databaseId: HostId,
  slug: Type.String(),
  members: Type.Object({
    edges: Type.Array(orNull(Type.Object({ node: Type.Object({ databaseId: orNull(HostId) }) }))),
    pageInfo: PageInfo,
  }),
});
const TeamAnswer = Type.Object({ organization: Type.Object({ team: orNull(TeamPeople) }) });
const TEAM_PAGES_MAX = 10;

export async function readTeamWithMembers(
  { query }: WaysAsPerson,
  { organization }: OwnedOrganization,
  slug: string,
): Promise<Told<SeenTeamMembers | null>> {
  const readPage = async (after: string | null): Promise<Told<Static<typeof TeamPeople> | null>> => {
    const variables = { organization, team: slug, after };
    const told = dataOf(await query({ ...PEOPLE_IN_TEAM, variables }), TeamAnswer);
    if (told.ok) return ok(told.value.organization.team);
    return told.refusal.kind === 'missing' ? ok(null) : told;
  };
  const ids = new Set<number>();
  let after: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(after);
    if (!page.ok || page.value === null) return page.ok ? ok(null) : page;
    const { databaseId: id, members } = page.value;
    for (const edge of members.edges) if (edge?.node.databaseId) ids.add(edge.node.databaseId);
    after = members.pageInfo.hasNextPage ? (members.pageInfo.endCursor ?? null) : null;
    const isLast = after === null || pages === TEAM_PAGES_MAX;
    if (isLast) return ok({ id, slug: page.value.slug, ids, isWhole: !members.pageInfo.hasNextPage });
  }
}

const TeamMembership = Type.Object({
  state: State,
  role: Type.Union([Type.Literal('member'), Type.Literal('maintainer')]),
});

/** GitHub docs: Get team membership for a user. */
export async function readTeamRole(
  { send }: WaysAsPerson,
  { organization }: OwnedOrganization,
  { slug, login }: { readonly slug: string; readonly login: string },
): Promise<Told<TeamRole | null>> {
  const told = bodyOf(await send({ url: teamPlace(organization, slug, login) }), TeamMembership);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  return ok(told.value.state === 'active' ? told.value.role : null);
}

export const teamPlace = (organization: string, slug: string, login: string): string =>
  `${pathOf(organization)}/teams/${encodeURIComponent(slug)}/memberships/${encodeURIComponent(login)}`;

const Teams = Type.Object({
  nodes: Type.Array(orNull(Type.Object({ slug: Type.String() }))),
  pageInfo: PageInfo,
});
const TeamsOfPeople = Type.Object({ organization: Type.Record(Type.String(), Type.Unknown()) });

export async function readTeamSlugs(
  { query }: WaysAsPerson,
  { organization }: OwnedOrganization,
  logins: readonly string[],
): Promise<Told<readonly (readonly string[] | null)[]>> {
  const named = Object.fromEntries(logins.map((login, place) => [`login${place}`, login]));
  const told = dataOf(
    await query({ ...teamsByLogin(logins.length), variables: { organization, ...named } }),
    TeamsOfPeople,
  );
  if (!told.ok) return told;
  return ok(logins.map((_, place) => slugsIn(told.value.organization[`teams${place}`])));
}

/** Null where some are missing. */
function slugsIn(teams: unknown): readonly string[] | null {
  if (!fits(Teams, teams) || teams.pageInfo.hasNextPage) return null;
  const slugs = teams.nodes.map((team) => team?.slug ?? null);
  return slugs.every((slug) => slug !== null) ? slugs : null;
}

const Terms = Type.Object({
  default_repository_permission: Type.Optional(TextOrNull),
  plan: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
});

/** GitHub docs: Get an organization. */
export async function readTerms(
  { send }: WaysAsPerson,
  { organization }: OwnedOrganization,
): Promise<Told<OrganizationTerms>> {
  const told = bodyOf(await send({ url: pathOf(organization) }), Terms);
  if (!told.ok) return told;
  return ok({ basePermission: told.value.default_repository_permission ?? null, plan: told.value.plan?.name ?? null });
}
