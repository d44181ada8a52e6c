import type { PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/contract';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import { readTeamsOfPerson } from '../../code-host/people/people.ts';
import {
  type NamedTeam,
  type OrganizationTerms,
  readOwners,
  readTeamBySlug,
  readTerms,
} from '../../code-host/people/people-changes.ts';
import type { HostInvitation, NamedAccount, OrganizationRequest, TeamOfPerson } from '../../code-host/people/types.ts';
import { foldLogin, sameLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { endsOwnership, isDone, isFor, type PeopleChange, teamOf } from '../../domain/people-change.ts';
import type { RequestLimits, Runtime } from '../../domain/runtime.ts';
import type { Jobs } from '../../jobs/services.ts';
import { createConcurrencyLimit } from '../../lib/concurrency.ts';
import { INVITE_CONCURRENCY } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import type { Signing } from '../../lib/state-token.ts';
import { isPathSegment } from '../../lib/texts.ts';
import { createDeadline, type Deadline, workOnList, workUntilLimit } from '../../lib/work-on-list.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { Sessions } from '../../sessions/services.ts';
import { type AccessChange, createLostRepositories } from './lost-repositories.ts';
import { type CurrentPerson, createReadPerson } from './read-person.ts';
import { issuePreview } from './start-change.ts';

export interface PeopleChangeServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly jobs: Jobs;
  readonly limits: RequestLimits;
  readonly signing: Signing;
}

interface PeoplePreviewRequest {
  readonly change: PeopleChange;
  readonly logins: readonly string[];
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
}

type PeoplePreviewRefusal = HostRefusal | { readonly kind: 'no-team' };

export type PreviewChange = ReturnType<typeof createPreviewChange>;

/** Fields are null if unreadable. */
type Losses = Pick<
  PreviewedPerson,
  'teams' | 'onlyMaintainerOf' | 'repositoryCount' | 'lostRepositories' | 'keptRepositories' | 'sentInvitationCount'
>;

interface PeopleToFetch extends Pick<PeoplePreviewRequest, 'change' | 'logins'>, Pick<Owner, 'session'> {
  readonly teamId: number | null;
}

/** Changes and stores nothing. */
export function createPreviewChange(services: PeopleChangeServices) {
  const { runtime, codeHost, limits } = services;
  const readPerson = createReadPerson(codeHost);
  // A session's requests queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (
    owner: Owner,
    request: PeoplePreviewRequest,
  ): Promise<Result<PreviewPeopleAnswer, PeoplePreviewRefusal>> => {
    const deadline = createDeadline(limits.inviteMs, AbortSignal.any([limits.stopping, request.left]));
    const end = new AbortController();
    try {
      return await preview(request, owner, { deadline, end: end.signal });
    } finally {
      end.abort();
      deadline.clear();
    }
  };

  async function preview(
    { change: requestedChange, logins }: PeoplePreviewRequest,
    owner: Owner,
    until: PreviewLimits,
  ): Promise<Result<PreviewPeopleAnswer, PeoplePreviewRefusal>> {
    const { session, organization, organizationId } = owner;
    const at = { token: session.grant.accessToken, organization, organizationId, end: until.end };
    const team = await readTeam(at, requestedChange, until);
    if (!team.ok) return team;
    // Uses the code host's spelling, which may name another team later.
    const change = team.value === null ? requestedChange : { ...requestedChange, team: team.value.slug };
    const [fetched, owners] = await Promise.all([
      fetchPeople(at, { session, change, teamId: team.value?.id ?? null, logins: eachOnce(logins) }, until),
      endsOwnership(change) ? valueOrNull(readOwners(codeHost.as(at), at), until) : [],
    ]);
    const organizations = fetched.map(({ current }) => (current.ok ? current.value?.freshOrganization : null));
    // Rights are cached for a minute, in which another organization may have taken the login.
    if (organizations.some((named) => named != null && named.id !== organizationId))
      return refuse({ kind: 'missing', message: '' });
    const judged = judgePeople(fetched, { change, viewerId: session.user.id, owners });
    const people = await describe(judged, { change, owner, at }, until);

    const willChange = judged.flatMap(({ current, verdict }) =>
      verdict === 'will-change' && current ? [current] : [],
    );
    const unknown = judged.filter(({ verdict }) => verdict === 'unknown').length;
    const fields = { userId: session.user.id, organization, kind: change.kind, people: people.length, unknown };
    runtime.log.info({ ...fields, willChange: willChange.length }, 'change preview created');
    const { token, expiresAt } = await issuePreview(services, {
      organizationId,
      userId: session.user.id,
      sessionKey: session.key,
      change,
      teamId: team.value?.id ?? null,
      people: willChange,
    });
    return ok({
      preview: token,
      expiresAt: expiresAt.toISOString(),
      change,
      people,
      needsConfirmation: willChange.length > UNCONFIRMED_PEOPLE_MAX,
    });
  }

  async function readTeam(
    at: OrganizationRequest,
    change: PeopleChange,
    { deadline }: PreviewLimits,
  ): Promise<Result<NamedTeam | null, PeoplePreviewRefusal>> {
    const slug = teamOf(change);
    if (slug === null) return ok(null);
    if (!isPathSegment(slug.trim())) return refuse({ kind: 'no-team' });
    const team = await Promise.race([readTeamBySlug(codeHost.as(at), at, foldLogin(slug.trim())), deadline.passed]);
    if (typeof team === 'string') return refuse({ kind: 'unreachable', message: team });
    if (!team.ok) return team;
    return team.value === null ? refuse({ kind: 'no-team' }) : ok(team.value);
  }

  /** After a limit or cut-off, the rest are unknown. */
  function fetchPeople(
    at: OrganizationRequest,
    { session, change, teamId, logins }: PeopleToFetch,
    { deadline }: PreviewLimits,
  ): Promise<readonly FetchedPerson[]> {
    return workUntilLimit<string, FetchedPerson, HostRefusal, HostRefusal>(logins, {
      limited: (work) => limitPerSession(session.key, work),
      deadline: deadline,
      limitOf: (refusal) => (refusal.kind === 'rate-limited' || refusal.kind === 'unauthorized' ? refusal : null),
      work: async (login, { report: notice }) => {
        const current = await readPerson(at, teamId, login);
        if (!current.ok) notice(current.refusal);
        return { login, current, teams: current.ok ? await readTeams(at, change, current.value) : null };
      },
      notTried: (login, limit) => ({ login, current: refuse(limit ?? OUT_OF_TIME), teams: null }),
    });
  }

  async function describe(
    judged: readonly JudgedPerson[],
    { change, owner, at }: { readonly change: PeopleChange; readonly owner: Owner; readonly at: OrganizationRequest },
    until: PreviewLimits,
  ): Promise<PreviewedPerson[]> {
    const changing = judged.flatMap(({ current, verdict }) => (verdict === 'will-change' && current ? [current] : []));
    const leaves = change.kind === 'remove' || change.kind === 'convert';
    const members = leaves ? changing.filter(({ role }) => role !== 'outside_collaborator') : [];
    const [invitations, terms] = await Promise.all([
      members.length === 0 ? [] : readInvitationsOrNull(owner, at, until),
      changing.length === 0 ? NO_TERMS : valueOrNull(readTerms(codeHost.as(at), at), until),
    ]);
    const access = await readLost(changing, { at, owner, change, terms }, until);
    const lossesOf = ({ current, teams }: JudgedPerson): Losses => {
      const { lost, kept } = access.get(current?.id ?? 0) ?? { lost: null, kept: [] };
      return {
        // Without all teams, whether somebody is the only maintainer of this one is not known either.
        teams: change.kind === 'remove-from-team' ? teams && [change.team] : leaves ? (teams?.map(slugOf) ?? null) : [],
        onlyMaintainerOf: (teams ?? [])
          .filter(({ slug, isAlone }) => isAlone && (leaves || slug === teamOf(change)))
          .map(slugOf),
        repositoryCount: lost?.length ?? null,
        lostRepositories: [...(lost ?? [])],
        keptRepositories: [...kept],
        sentInvitationCount: current !== null && members.includes(current) ? sentBy(current.login, invitations) : 0,
      };
    };
    const notes = notesOf(change, terms?.plan ?? null);
    return judged.map((person) => ({
      login: person.current?.login ?? person.login,
      id: person.current?.id ?? null,
      role: person.current?.role ?? null,
      verdict: person.verdict,
      ...(person.verdict === 'will-change' ? { ...lossesOf(person), notes } : lossesUnless(person.verdict)),
    }));
  }

  /** Returns null if the invitations could not be read. */
  async function readInvitationsOrNull({ session }: Owner, at: OrganizationRequest, until: PreviewLimits) {
    const inviting = { ...at, inviter: session.user.login };
    return hasInvitations(codeHost, inviting)
      ? valueOrNull(readInvitations(codeHost.as(inviting), inviting, until.end), until)
      : [];
  }

  async function readTeams(at: OrganizationRequest, change: PeopleChange, person: CurrentPerson | null) {
    if (person === null || !isFor(change, person) || isDone(change, person)) return [];
    if (person.role === 'outside_collaborator') return [];
    if (change.kind === 'role' || change.kind === 'add-to-team') return [];
    const teams = await readTeamsOfPerson(codeHost.as(at), at, person.login);
    return teams.ok && teams.value.withheld === null ? teams.value.teams.toSorted(bySlug) : null;
  }

  async function readLost(
    changing: readonly CurrentPerson[],
    {
      at,
      owner,
      change,
      terms,
    }: Pick<Parameters<typeof describe>[1], 'at' | 'owner' | 'change'> & {
      readonly terms: OrganizationTerms | null;
    },
    { deadline, end }: PreviewLimits,
  ): Promise<ReadonlyMap<number, AccessChange | null>> {
    const lost = createLostRepositories(codeHost, change, terms?.basePermission ?? null, end);
    const changes = await workOnList<CurrentPerson, readonly [id: number, change: AccessChange | null]>(changing, {
      concurrency: INVITE_CONCURRENCY,
      limited: (work) => limitPerSession(owner.session.key, work),
      deadline: deadline,
      work: async (person) => [person.id, await lost.read(at, person)],
      skip: () => null,
      notStarted: ({ id }) => [id, null],
    });
    return new Map(changes);
  }
}

/** No request starts after `cutOff`; `end` aborts those in progress. */
interface PreviewLimits {
  readonly deadline: Deadline;
  readonly end: AbortSignal;
}

const slugOf = ({ slug }: { readonly slug: string }): string => slug;
const bySlug = (a: { readonly slug: string }, b: { readonly slug: string }): number => (a.slug < b.slug ? -1 : 1);

const OUT_OF_TIME: HostRefusal = { kind: 'unreachable', message: 'timed out' };
const NO_TERMS: OrganizationTerms = { basePermission: null, plan: null };
const NO_LOSSES = {
  teams: [],
  onlyMaintainerOf: [],
  repositoryCount: 0,
  lostRepositories: [],
  keptRepositories: [],
  sentInvitationCount: 0,
  notes: [],
};

/** Of somebody who could not be read. */
const UNKNOWN_LOSSES = { ...NO_LOSSES, teams: null, repositoryCount: null, sentInvitationCount: null };

const lossesUnless = (verdict: string) => (verdict === 'unknown' ? UNKNOWN_LOSSES : NO_LOSSES);

/** Returns null if the request was refused or out of time. */
async function valueOrNull<T>(asking: Promise<HostResult<T>>, { deadline: cutOff }: PreviewLimits): Promise<T | null> {
  const result = await Promise.race([asking, cutOff.passed]);
  return typeof result !== 'string' && result.ok ? result.value : null;
}

/** An open invitation is cancelled when its sender leaves. */
const sentBy = (login: string, invitations: readonly HostInvitation[] | null): number | null =>
  invitations?.filter(({ state, invitedBy }) => state === 'open' && invitedBy !== null && sameLogin(invitedBy, login))
    .length ?? null;

/** Keeps the first spelling of each login. */
function eachOnce(logins: readonly string[]): readonly string[] {
  const folded = logins.map((login) => foldLogin(login.trim()));
  return logins.map((login) => login.trim()).filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}

type LeftTeam = Pick<TeamOfPerson, 'slug' | 'isAlone'>;

interface FetchedPerson {
  readonly login: string;
  readonly current: HostResult<CurrentPerson | null>;
  readonly teams: readonly LeftTeam[] | null;
}

interface JudgedPerson {
  readonly login: string;
  /** Null if nobody has the login or it could not be read. */
  readonly current: CurrentPerson | null;
  readonly teams: readonly LeftTeam[] | null;
  readonly verdict: PreviewedPerson['verdict'];
}

interface JudgeContext {
  readonly change: PeopleChange;
  readonly viewerId: number;
  /** Null if unreadable; empty if no owner is changed. */
  readonly owners: readonly NamedAccount[] | null;
}

/** Owners count together: one must remain. */
function judgePeople(people: readonly FetchedPerson[], context: JudgeContext): readonly JudgedPerson[] {
  const judged = people.map(({ login, current: seen, teams }): JudgedPerson => {
    if (!seen.ok) return { login, current: null, teams, verdict: 'unknown' };
    if (seen.value === null) return { login, current: null, teams, verdict: 'not-there' };
    return { login, current: seen.value, teams, verdict: judge(seen.value, teams, context) };
  });
  const { change, owners } = context;
  if (!endsOwnership(change)) return judged;
  const leaving = judged.filter(({ current: seen, verdict }) => verdict === 'will-change' && seen?.role === 'admin');
  const ids = new Set(leaving.map(({ current: seen }) => seen?.id));
  const instead = owners === null ? 'unknown' : owners.every(({ id }) => ids.has(id)) ? 'last-owner' : null;
  if (instead === null) return judged;
  return judged.map((person) => (leaving.includes(person) ? { ...person, verdict: instead } : person));
}

function judge(
  person: CurrentPerson,
  teams: readonly LeftTeam[] | null,
  { change, viewerId }: JudgeContext,
): PreviewedPerson['verdict'] {
  if (person.id === viewerId) return 'yourself';
  if (!isFor(change, person)) return 'not-there';
  if (isDone(change, person)) return 'nothing-to-do';
  if ((change.kind === 'remove' || change.kind === 'convert') && person.isIndirect) return 'managed-elsewhere';
  // A person can be a member through a child team.
  const isBelow =
    change.kind === 'remove-from-team' && teams !== null && !teams.some(({ slug }) => slug === change.team);
  return isBelow ? 'managed-elsewhere' : 'will-change';
}

const PLANS_WITHOUT_ENTERPRISE: ReadonlySet<string> = new Set(['free', 'team']);
const PLANS_WITHOUT_PAID_SEATS: ReadonlySet<string> = new Set(['free']);

/**
 * Notes what cannot be undone. Unknown plans get all notes.
 *
 * GitHub docs: Removing a member from your organization; Converting an organization member to an outside collaborator.
 */
function notesOf(change: PeopleChange, plan: string | null): PreviewedPerson['notes'] {
  if (change.kind === 'role') return change.role === 'admin' ? ['gets-full-control'] : [];
  const seat = plan !== null && PLANS_WITHOUT_PAID_SEATS.has(plan) ? [] : (['seat-may-stay-taken'] as const);
  if (change.kind === 'convert') return [...seat];
  if (change.kind !== 'remove') return [];
  const enterprise = plan !== null && PLANS_WITHOUT_ENTERPRISE.has(plan) ? [] : (['stays-in-enterprise'] as const);
  return [...seat, ...enterprise, 'loses-private-forks'];
}
