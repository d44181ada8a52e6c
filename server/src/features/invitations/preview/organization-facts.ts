import type { CodeHost } from '../../../code-host/code-host.ts';
import type { HostInvitation, HostTeam, InvitationsRequest, Seats } from '../../../code-host/people/types.ts';
import { createRecentResults } from '../../../code-host/recent-results.ts';
import type { HostResult } from '../../../domain/host-refusal.ts';
import { marksOf, type NamedPerson } from '../../../domain/invited-person.ts';
import type { Runtime } from '../../../domain/runtime.ts';
import type { Jobs } from '../../../jobs/services.ts';
import { PREVIEW_FACTS_MAX, PREVIEW_FACTS_MS } from '../../../lib/limits/invitations.ts';
import type { RequestLimits } from '../../../lib/request-limits.ts';
import { ok } from '../../../lib/result.ts';
import type { Owner } from '../../../sessions/live-rights.ts';

export interface InvitationPreviewServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
}

export interface Invited {
  readonly invitations: readonly HostInvitation[] | null;
  readonly seats: Seats | null;
  /** Returns the latest invitation of a person, preferring open ones. */
  of(person: NamedPerson): HostInvitation | null;
}

export interface Teams {
  readonly count: number;
  has(id: number): boolean;
  /** Finds a team by slug or name. */
  named(name: string): number | null;
}

/** Cached per session for a minute. */
export interface OrganizationFacts {
  invited(owner: Owner, inviting: InvitationsRequest): Promise<HostResult<Invited>>;
  teams(owner: Owner, inviting: InvitationsRequest): Promise<HostResult<Teams>>;
}

export function createOrganizationFacts({ runtime, codeHost }: InvitationPreviewServices): OrganizationFacts {
  const { clock, log } = runtime;
  const options = { clock, keptMs: PREVIEW_FACTS_MS, weightMax: PREVIEW_FACTS_MAX / 2 };
  const recentInvited = createRecentResults<Invited>({ ...options, weigh: (it) => 1 + (it.invitations?.length ?? 0) });
  const recentTeams = createRecentResults<Teams>({ ...options, weigh: ({ count }) => 1 + count });
  const nameOf = ({ session, organizationId }: Owner) => `${session.key} ${organizationId}`;

  async function readInvited(inviting: InvitationsRequest): Promise<HostResult<Invited>> {
    const [listed, seats] = await Promise.all([
      codeHost.hasInvitations(inviting) ? codeHost.listedInvitations(inviting) : ok(null),
      codeHost.seatsOf(inviting),
    ]);
    const { organization } = inviting;
    if (!seats.ok) log.info({ organization, refusal: seats.refusal }, "could not read an organization's seats");
    if (!listed.ok) log.warn({ organization, refusal: listed.refusal }, 'could not read invitations');
    if (!seats.ok && seats.refusal.kind === 'missing') return seats;
    return listed.ok ? ok(invitedFrom(listed.value, seats.ok ? seats.value : null)) : listed;
  }

  async function readTeams(inviting: InvitationsRequest): Promise<HostResult<Teams>> {
    const teams = await codeHost.teamsOf(inviting);
    return teams.ok ? ok(teamsFrom(teams.value)) : teams;
  }

  return {
    invited: (owner, inviting) => recentInvited(nameOf(owner), () => readInvited(inviting)),
    teams: (owner, inviting) => recentTeams(nameOf(owner), () => readTeams(inviting)),
  };
}

function invitedFrom(invitations: Invited['invitations'], seats: Seats | null): Invited {
  const byMark = new Map<string, HostInvitation>();
  for (const invitation of (invitations ?? []).toSorted(leastRelevantFirst)) {
    for (const mark of marksOf(invitation)) byMark.set(mark, invitation);
  }
  return {
    invitations,
    seats,
    of: (person) =>
      marksOf(person)
        .map((mark) => byMark.get(mark))
        .find((invitation) => invitation !== undefined) ?? null,
  };
}

const PLACES: Readonly<Record<HostInvitation['state'], number>> = { failed: 0, open: 1 };

const leastRelevantFirst = (a: HostInvitation, b: HostInvitation): number =>
  PLACES[a.state] - PLACES[b.state] || a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id;

/** Slugs take precedence over names of other teams. */
function teamsFrom(teams: readonly HostTeam[]): Teams {
  const ids = new Set(teams.map(({ id }) => id));
  const byName = new Map<string, number>([
    ...teams.map(({ id, name }) => [foldName(name), id] as const),
    ...teams.map(({ id, slug }) => [foldName(slug), id] as const),
  ]);
  return { count: ids.size, has: (id) => ids.has(id), named: (name) => byName.get(foldName(name)) ?? null };
}

const foldName = (name: string): string => name.normalize().toLowerCase();
