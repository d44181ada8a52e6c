import { isEnterpriseSlug } from '@orgdesk/contract/team-name';
import type { HostClients } from '../../code-host/client.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readInvitations, readTeamsOfInvitation } from '../../code-host/people/invitations.ts';
import { readMembers } from '../../code-host/people/members.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import { readOutsideCollaborators } from '../../code-host/people/people.ts';
import {
  type RepositoriesWithPeople,
  type RepositoryPermission,
  readPeopleOfRepository,
  readRepositoriesWithPeople,
} from '../../code-host/people/reached-repositories.ts';
import { type FullTeam, readTeamsInFull } from '../../code-host/people/teams.ts';
import type { InvitationsRequest, NamedAccount, OrganizationRequest } from '../../code-host/people/types.ts';
import type { OrganizationRole } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';

export type Section = 'people' | 'teams' | 'outsideCollaborators';

export interface CurrentOrganization {
  readonly id: number;
  readonly login: string;
  readonly people: readonly (NamedAccount & { readonly role: OrganizationRole })[];
  readonly joinStep: 'invite-person' | 'add-person';
  /** Open invitations by login. */
  readonly invited: readonly InvitedPerson[];
  /** Without those of the enterprise. */
  readonly teams: readonly FullTeam[];
  readonly enterpriseTeams: readonly FullTeam[];
  readonly outside: readonly (NamedAccount & { readonly repositories: readonly Grant[] })[];
}

interface InvitedPerson {
  readonly login: string;
  readonly role: OrganizationRole;
  readonly teamIds: readonly number[];
}

interface Grant {
  readonly name: string;
  readonly isArchived: boolean;
  /** A custom role counts as the permission that it is based on. */
  readonly permission: RepositoryPermission;
  readonly customRole: string | null;
}

/** Reads sections of an organization. The others are empty. Refused unless everything could be read. */
export async function readOrganization(
  codeHost: CodeHost,
  { session, organization, organizationId }: Owner,
  sections: ReadonlySet<Section>,
  end: AbortSignal,
): Promise<Result<CurrentOrganization, HostRefusal>> {
  const { codeHost: reads } = codeHost.budgetedReads();
  const at = { token: session.grant.accessToken, organization, organizationId, end };
  const inviting = { ...at, inviter: session.user.login };
  const usesInvitations = hasInvitations(reads, inviting);
  const needsPeople = sections.has('people') || sections.has('teams');
  const [people, invited, teams, outside] = await Promise.all([
    needsPeople ? readPeople(reads, at) : ok([]),
    needsPeople && usesInvitations ? readInvited(codeHost, reads, inviting, end) : ok([]),
    sections.has('teams') ? readTeamsInFull(reads.as(at), at) : ok([]),
    sections.has('outsideCollaborators') ? readOutside(reads, at) : ok([]),
  ]);
  if (!people.ok) return people;
  if (!invited.ok) return invited;
  if (!teams.ok) return teams;
  if (!outside.ok) return outside;
  return ok({
    id: organizationId,
    login: organization,
    people: people.value,
    joinStep: usesInvitations ? 'invite-person' : 'add-person',
    invited: invited.value,
    teams: teams.value.filter(({ slug }) => !isEnterpriseSlug(slug)),
    enterpriseTeams: teams.value.filter(({ slug }) => isEnterpriseSlug(slug)),
    outside: outside.value,
  });
}

async function readPeople(
  reads: HostClients,
  at: OrganizationRequest,
): Promise<HostResult<CurrentOrganization['people']>> {
  const people = new Map<number, CurrentOrganization['people'][number]>();
  for await (const page of readMembers(reads.as(at), at)) {
    if (!page.ok) return page;
    if (page.value.withheld !== null) return refuse(page.value.withheld);
    for (const { id, login, role } of page.value.people)
      people.set(id, { id, login, role: role === 'admin' ? 'admin' : 'member' });
  }
  return ok([...people.values()]);
}

async function readInvited(
  codeHost: CodeHost,
  reads: HostClients,
  inviting: InvitationsRequest,
  end: AbortSignal,
): Promise<HostResult<readonly InvitedPerson[]>> {
  const listed = await readInvitations(reads.as(inviting), inviting, end);
  if (!listed.ok) return listed;
  const invited: InvitedPerson[] = [];
  for (const { id, state, login, role, teamCount } of listed.value) {
    if (state !== 'open' || login === null) continue;
    const teamIds = teamCount === 0 ? ok([]) : await readTeamsOfInvitation(codeHost.as(inviting), inviting, id);
    if (!teamIds.ok) return teamIds;
    invited.push({ login, role: role === 'admin' ? 'admin' : 'member', teamIds: teamIds.value });
  }
  return ok(invited);
}

const PAGE = 50;

async function readOutside(
  reads: HostClients,
  at: OrganizationRequest,
): Promise<HostResult<CurrentOrganization['outside']>> {
  const outside = new Map<number, NamedAccount & { readonly repositories: Grant[] }>();
  for await (const page of readOutsideCollaborators(reads.as(at), at)) {
    if (!page.ok) return page;
    for (const { id, login } of page.value) outside.set(id, { id, login, repositories: [] });
  }
  if (outside.size === 0) return ok([]);
  for (let after: string | null = null, size = PAGE; ; ) {
    const page: HostResult<RepositoriesWithPeople> = await readRepositoriesWithPeople(reads.as(at), at, {
      after,
      size,
      onlyOutside: true,
      ...(at.end && { end: at.end }),
    });
    if (!page.ok) return page;
    if (page.value.unnamed !== null) return refuse(page.value.unnamed.why);
    for (const first of page.value.repositories) {
      const { name, isArchived } = first;
      for await (const part of partsOf(reads, at, first)) {
        if (!part.ok) return part;
        for (const { id, sources } of part.value) {
          const direct = sources.find(({ kind }) => kind === 'repository');
          if (direct === undefined) continue;
          const { permission, customRole } = direct;
          outside.get(id)?.repositories.push({ name, isArchived, permission, customRole });
        }
      }
    }
    if (page.value.next === null) return ok([...outside.values()]);
    ({ next: after, size } = page.value);
  }
}

type ListedRepository = RepositoriesWithPeople['repositories'][number];

/** Yields the outside collaborators of a repository, of whom a list of repositories has the first only. */
async function* partsOf(
  reads: HostClients,
  at: OrganizationRequest,
  first: ListedRepository,
): AsyncGenerator<HostResult<ListedRepository['people']>, void> {
  let part: Pick<ListedRepository, 'people' | 'withheld' | 'next'> = first;
  for (let pages = 1; ; pages += 1) {
    if (part.withheld !== null) return yield refuse(part.withheld);
    yield ok(part.people);
    if (part.next === null) return;
    if (pages === PEOPLE_PAGES_MAX) return yield refuse(TOO_MANY);
    const page = await readPeopleOfRepository(reads.as(at), at, first.name, {
      after: part.next,
      size: PEOPLE_PAGE,
      onlyOutside: true,
      ...(at.end && { end: at.end }),
    });
    if (!page.ok) return yield page;
    if (page.value === null) return yield refuse(CHANGED_MEANWHILE);
    part = page.value;
  }
}

const PEOPLE_PAGE = 100;
const PEOPLE_PAGES_MAX = 100;

const TOO_MANY: HostRefusal = {
  kind: 'unreachable',
  message: `a repository has more than ${PEOPLE_PAGE * PEOPLE_PAGES_MAX} outside collaborators`,
};
const CHANGED_MEANWHILE: HostRefusal = {
  kind: 'unreachable',
  message: 'a repository was renamed or deleted while it was read',
};
