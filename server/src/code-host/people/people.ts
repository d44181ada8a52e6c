import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { HostClient } from '../client.ts';
import { ORGANIZATION_TEAMS, TEAM_PEOPLE, TEAMS_OF_PERSON } from '../documents.ts';
import { ofOrganization, PageInfo, pageOf, partOf } from '../graphql.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, followPages, linkedPages, readPages } from '../pages.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { readProfileOf } from './accounts.ts';
import { roleOf } from './memberships.ts';
import type { HostPerson, OrganizationRequest, TeamPart, TeamsOfPerson, TeamsPage, WeakSecondFactor } from './types.ts';

const People = Type.Object({
  edges: orNull(
    Type.Array(orNull(Type.Object({ role: Type.String(), node: orNull(Type.Object({ databaseId: HostId })) }))),
  ),
  pageInfo: PageInfo,
});
const Count = Type.Object({ totalCount: Type.Integer({ minimum: 0 }) });
const named = { databaseId: HostId, slug: Type.String(), name: Type.String() };
const Team = Type.Object({
  ...named,
  repositories: Count,
  everybody: Count,
  members: orNull(People),
});
const Teams = Type.Object({
  organization: Type.Object({
    databaseId: HostId,
    teams: Type.Object({ nodes: orNull(Type.Array(orNull(Team))), pageInfo: PageInfo }),
  }),
});
const PeopleOfTeam = Type.Object({
  organization: Type.Object({ databaseId: HostId, team: orNull(Type.Object({ members: People })) }),
});

/**
 * What the token's owner can see. A page is requested when the previous one was consumed. Ends after a refusal; refused as
 * `missing` if another organization has the login.
 */
export async function* readTeamsWithPeople(
  client: HostClient,
  request: OrganizationRequest,
): AsyncGenerator<HostResult<TeamsPage>, void> {
  const { organization, organizationId, end } = request;
  const pages = followPages(
    async (after) => {
      const variables = { organization, after };
      const answer = await client.query({ ...ORGANIZATION_TEAMS, variables }, end);
      const part = ofOrganization(partOf(answer, Teams), organizationId);
      if (!part.ok) return part;
      const { teams } = part.value.data.organization;
      return pageOf({ ...part.value, ...teams }, teams.pageInfo);
    },
    LIST_BOUNDS.people,
    client.log,
  );
  for await (const page of pages) {
    if (!page.ok) return yield page;
    const { nodes, withheldUnless } = page.value;
    const readableTeams = (nodes ?? []).filter((node) => node !== null);
    const isWhole =
      readableTeams.length === nodes?.length && readableTeams.every(({ members }) => isWholePart(members));
    yield ok({ teams: readableTeams.map((team) => teamPart(team)), withheld: withheldUnless(isWhole) });
    for (const team of readableTeams) {
      if (team.members?.pageInfo.hasNextPage !== true) continue;
      for await (const part of furtherPeople(client, request, team)) yield ok({ teams: [part], withheld: null });
    }
  }
}

async function* furtherPeople(
  { query, log }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  team: Static<typeof Team>,
): AsyncGenerator<TeamPart> {
  const { slug } = team;
  const first = team.members?.pageInfo.endCursor ?? null;
  if (first === null) return yield teamPart({ ...team, members: null }, UNEXPECTED);
  const pages = followPages(
    async (cursor) => {
      const variables = { organization, slug, after: cursor ?? first };
      const answer = await query({ ...TEAM_PEOPLE, variables }, end);
      const part = ofOrganization(partOf(answer, PeopleOfTeam), organizationId);
      if (!part.ok) return part;
      const members = part.value.data.organization.team?.members ?? null;
      return members === null
        ? refuse(part.value.withheldUnless(false) ?? UNEXPECTED)
        : pageOf({ ...part.value, members }, members.pageInfo);
    },
    LIST_BOUNDS.people,
    log,
  );
  for await (const page of pages) {
    if (!page.ok) return yield teamPart({ ...team, members: null }, page.refusal);
    const { members, withheldUnless } = page.value;
    yield teamPart({ ...team, members }, withheldUnless(isWholePart(members)));
  }
}

function teamPart(
  { databaseId: id, slug, name, repositories, everybody, members }: Static<typeof Team>,
  withheld: HostRefusal | null = null,
): TeamPart {
  const people = (members?.edges ?? []).flatMap((edge) =>
    edge === null || edge.node === null ? [] : [{ id: edge.node.databaseId, role: roleFrom(edge.role) }],
  );
  const counts = { repositoryCount: repositories.totalCount, peopleCount: everybody.totalCount };
  return { team: { id, slug, name, ...counts }, people, withheld };
}

const isWholePart = (members: Static<typeof People> | null): boolean =>
  members?.edges?.every((edge) => edge !== null && edge.node !== null) === true;

const roleFrom = (role: string): TeamRole => (role === 'MAINTAINER' ? 'maintainer' : 'member');

const FoundTeam = Type.Object({
  ...named,
  maintainers: Type.Optional(orNull(Count)),
  members: orNull(
    Type.Object({
      edges: orNull(
        Type.Array(orNull(Type.Object({ role: Type.String(), node: orNull(Type.Object({ login: HostLogin })) }))),
      ),
      pageInfo: Type.Object({ hasNextPage: Type.Boolean() }),
    }),
  ),
});
const TeamsFound = Type.Object({
  user: orNull(Type.Object({ name: TextOrNull })),
  organization: Type.Object({
    databaseId: HostId,
    teams: Type.Object({ nodes: orNull(Type.Array(orNull(FoundTeam))), pageInfo: PageInfo }),
  }),
});

/**
 * Refused as `missing` if another organization has the login.
 *
 * The code host also returns parent teams and matches parts of logins: a team whose complete search lacks the person is
 * a parent.
 */
export async function readTeamsOfPerson(
  { query, log }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  login: string,
): Promise<HostResult<TeamsOfPerson>> {
  const pages = await readPages(
    async (after) => {
      const variables = { organization, login, after };
      // GraphQL may not find a managed user by login, though the user is in teams.
      const answer = await query({ ...TEAMS_OF_PERSON, variables }, end);
      const teamAnswer = answer.ok ? ok({ ...answer.value, errors: answer.value.errors.filter(beyondUser) }) : answer;
      const part = ofOrganization(partOf(teamAnswer, TeamsFound), organizationId);
      if (!part.ok) return part;
      const { teams } = part.value.data.organization;
      return pageOf({ ...part.value, ...teams, user: part.value.data.user }, teams.pageInfo);
    },
    LIST_BOUNDS.teams,
    log,
  );
  if (!pages.ok) return pages;
  const [first] = pages.value;
  const read = pages.value.map(({ nodes, withheldUnless }) => {
    const teams = (nodes ?? []).map((team) => ({ team, role: team === null ? null : roleIn(team, login) }));
    const isWhole = nodes !== null && teams.every(({ team, role }) => team !== null && role !== null);
    return { teams, withheld: withheldUnless(isWhole) };
  });
  return ok({
    teams: read.flatMap(({ teams }) =>
      teams.flatMap(({ team, role }) =>
        team === null || role === null || role === 'not-in-it'
          ? []
          : [{ id: team.databaseId, slug: team.slug, name: team.name, role, isAlone: isAlone(team, role) }],
      ),
    ),
    notIn: read.flatMap(({ teams }) =>
      teams.flatMap(({ team, role }) => (team !== null && role === 'not-in-it' ? [team.databaseId] : [])),
    ),
    nameOfPerson: first?.user?.name ?? null,
    withheld: read.find(({ withheld }) => withheld !== null)?.withheld ?? null,
  });
}

const beyondUser = ({
  path,
  type,
}: {
  readonly path: readonly (string | number)[] | null;
  readonly type: string | null;
}) => path?.[0] !== 'user' || type !== 'NOT_FOUND';

const isAlone = ({ maintainers }: Static<typeof FoundTeam>, role: TeamRole): boolean =>
  role === 'maintainer' && maintainers?.totalCount === 1;

function roleIn({ members }: Static<typeof FoundTeam>, login: string): TeamRole | 'not-in-it' | null {
  const edges = members?.edges ?? [];
  const own = edges.find((edge) => edge?.node != null && sameLogin(edge.node.login, login));
  if (own !== undefined && own !== null) return roleFrom(own.role);
  const isAll = members !== null && members.edges !== null && !edges.includes(null) && !members.pageInfo.hasNextPage;
  return isAll ? 'not-in-it' : null;
}

const Account = Type.Object({ id: HostId, login: HostLogin, avatar_url: Type.Optional(TextOrNull) });
export const Accounts = Type.Array(Account);

/**
 * Returns people to owners only. Nothing tells whose list it is: confirm the organization afterwards. GitHub docs: List
 * outside collaborators for an organization.
 */
export async function* readOutsideCollaborators(
  { send, log }: HostClient,
  { organization, end }: OrganizationRequest,
): AsyncGenerator<HostResult<readonly HostPerson[]>, void> {
  const url = hostPath`/orgs/${organization}/outside_collaborators`;
  const list = linkedPages(send, { call: 'organization.outside-collaborators', url, end }, Accounts);
  for await (const page of followPages(list, LIST_BOUNDS.people, log)) {
    yield page.ok ? ok(page.value.map((account) => personFrom(account, 'outside_collaborator'))) : page;
  }
}

export const personFrom = (account: Static<typeof Account>, role: HostPerson['role']): HostPerson => ({
  id: account.id,
  login: account.login,
  name: null,
  avatarUrl: account.avatar_url ?? null,
  role,
});

/** An older Enterprise Server does not have the filter. */
const NOT_VALID = 422;

/**
 * Answers owners only. Returns null if the code host does not distinguish this. Nothing tells whose lists they are: confirm
 * the organization afterwards. GitHub docs: List organization members; List outside collaborators for an organization
 * (`filter`).
 */
export async function readWeakSecondFactors(
  { send, log }: HostClient,
  { organization, end }: OrganizationRequest,
  weak: WeakSecondFactor,
): Promise<HostResult<readonly number[] | null>> {
  const ids: number[] = [];
  const filter = `2fa_${weak}`;
  const lists = [
    { call: 'organization.members', url: hostPath`/orgs/${organization}/members?filter=${filter}` },
    {
      call: 'organization.outside-collaborators',
      url: hostPath`/orgs/${organization}/outside_collaborators?filter=${filter}`,
    },
  ] as const;
  for (const list of lists) {
    const pages = await readPages(linkedPages(send, { ...list, end }, Accounts), LIST_BOUNDS.people, log);
    if (!pages.ok) {
      const { refusal } = pages;
      const isUnknown = weak === 'insecure' && refusal.kind === 'rejected' && refusal.status === NOT_VALID;
      return isUnknown ? ok(null) : pages;
    }
    ids.push(...pages.value.flat().map(({ id }) => id));
  }
  return ok(eachOnce(ids, (id) => id));
}

const Membership = Type.Object({
  state: Type.Union([Type.Literal('active'), Type.Literal('pending')]),
  role: Type.String(),
  user: orNull(Account),
  organization: Type.Optional(Type.Object({ id: HostId })),
});

/**
 * Returns null for anyone else than members, billing managers, and those who have not accepted yet. GitHub docs: Get
 * organization membership for a user.
 */
export async function readMember(
  { send }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  login: string,
): Promise<HostResult<HostPerson | 'pending' | null>> {
  const url = hostPath`/orgs/${organization}/memberships/${login}`;
  const membership = bodyOf(await send({ call: 'member.read', url, end }), Membership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok(null) : membership;
  const { state, role, user, organization: named } = membership.value;
  if (named !== undefined && named.id !== organizationId) return refuse(MISSING);
  if (state === 'pending') return ok('pending');
  if (user === null || !sameLogin(user.login, login)) return refuse(UNEXPECTED);
  return ok(personFrom(user, roleOf(role)));
}

/** Returns true if a person has this login, in the organization or not. */
export async function isPerson(
  client: HostClient,
  { end }: Pick<OrganizationRequest, 'end'>,
  login: string,
): Promise<HostResult<boolean>> {
  const profile = await readProfileOf(client, login, end);
  return profile.ok ? ok(profile.value?.isPerson === true) : profile;
}
