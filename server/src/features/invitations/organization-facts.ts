import type { CodeHost } from '../../code-host/code-host.ts';
import { readAccount, readAccounts } from '../../code-host/people/accounts.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import { readSeats, readTeams } from '../../code-host/people/teams-and-seats.ts';
import type { HostAccount, HostInvitation, HostTeam, InvitationsRequest, Seats } from '../../code-host/people/types.ts';
import { createRecentResults } from '../../code-host/recent-results.ts';
import { foldLogin, marksOf, type NamedPerson } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { RequestLimits, Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import { createConcurrencyLimit } from '../../lib/concurrency.ts';
import {
  INVITE_CONCURRENCY,
  PREVIEW_FACTS_MAX,
  PREVIEW_FACTS_MS,
  PREVIEW_LOGINS_PER_CALL,
} from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import { type Deadline, type StopReason, workOnList } from '../../lib/work-on-list.ts';
import type { Owner } from '../../sessions/live-rights.ts';

export type LookUpRefusal = HostRefusal | { readonly kind: 'out-of-time' } | { readonly kind: 'shutting-down' };

export type AccountLookup = Result<HostAccount | null, LookUpRefusal>;

interface LookUpContext {
  readonly key: SessionKey;
  readonly inviting: InvitationsRequest;
  readonly deadline: Deadline;
}

/** Keyed by folded login. */
type LookUpAccounts = (logins: readonly string[], as: LookUpContext) => Promise<ReadonlyMap<string, AccountLookup>>;

/** Reads 100 accounts per GraphQL request, then unknown ones over REST. Stops at a refusal that all would get. */
export function createLookUpAccounts(codeHost: CodeHost): LookUpAccounts {
  // A session's requests queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (requested, { key, inviting, deadline }) => {
    const logins = [...new Map(requested.map((login) => [foldLogin(login), login])).values()];
    let limit: HostRefusal | null = null;
    const noticed = <T extends Result<unknown, LookUpRefusal>>(result: T): T => {
      if (!result.ok && isLimit(result.refusal)) limit ??= result.refusal;
      return result;
    };
    const skip = () => (limit === null ? null : refuse(limit));
    const notStarted = (_: unknown, kind: StopReason) => refuse({ kind });
    const options = { limited: <T>(work: () => Promise<T>) => limitPerSession(key, work), deadline, skip, notStarted };

    const portions = Array.from({ length: Math.ceil(logins.length / PREVIEW_LOGINS_PER_CALL) }, (_, index) =>
      logins.slice(index * PREVIEW_LOGINS_PER_CALL, (index + 1) * PREVIEW_LOGINS_PER_CALL),
    );
    const answers = await workOnList<readonly string[], Result<readonly (HostAccount | null)[], LookUpRefusal>>(
      portions,
      {
        ...options,
        concurrency: 1,
        work: async (portion) => noticed(await readAccounts(codeHost.as(inviting), inviting, portion)),
      },
    );
    const accounts = new Map<string, AccountLookup>();
    for (const [index, portion] of portions.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      for (const [index, login] of portion.entries())
        accounts.set(foldLogin(login), answer.ok ? ok(answer.value[index] ?? null) : answer);
    }

    const unknown = logins.filter((login) => {
      const account = accounts.get(foldLogin(login));
      return account?.ok === true && account.value === null;
    });
    const lookups = await workOnList<string, AccountLookup>(unknown, {
      ...options,
      concurrency: INVITE_CONCURRENCY,
      work: async (login) => noticed(await readAccount(codeHost.as(inviting), inviting, login)),
    });
    for (const [index, login] of unknown.entries()) accounts.set(foldLogin(login), lookups[index] ?? ok(null));
    return accounts;
  };
}

/** Refusals that all further requests would also get. */
const isLimit = (refusal: LookUpRefusal): refusal is HostRefusal =>
  ['rate-limited', 'unauthorized', 'missing'].includes(refusal.kind);

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
interface OrganizationFacts {
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
      hasInvitations(codeHost, inviting) ? readInvitations(codeHost.as(inviting), inviting) : ok(null),
      readSeats(codeHost.as(inviting), inviting),
    ]);
    const { organization } = inviting;
    if (!seats.ok) log.info({ organization, refusal: seats.refusal }, "could not read an organization's seats");
    if (!listed.ok) log.warn({ organization, refusal: listed.refusal }, 'could not read invitations');
    if (!seats.ok && seats.refusal.kind === 'missing') return seats;
    return listed.ok ? ok(invitedFrom(listed.value, seats.ok ? seats.value : null)) : listed;
  }

  async function readAndCountTeams(inviting: InvitationsRequest): Promise<HostResult<Teams>> {
    const teams = await readTeams(codeHost.as(inviting), inviting);
    return teams.ok ? ok(teamsFrom(teams.value)) : teams;
  }

  return {
    invited: (owner, inviting) => recentInvited(nameOf(owner), () => readInvited(inviting)),
    teams: (owner, inviting) => recentTeams(nameOf(owner), () => readAndCountTeams(inviting)),
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

const RANKS: Readonly<Record<HostInvitation['state'], number>> = { failed: 0, open: 1 };

const leastRelevantFirst = (a: HostInvitation, b: HostInvitation): number =>
  RANKS[a.state] - RANKS[b.state] || a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id;

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
