import type { PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/contract';
import { INVITE_LIMIT_MS, UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { foldLogin, sameLogin } from '../../domain/account.ts';
import { INVITE_CONCURRENCY } from '../../domain/limits/invitations.ts';
import { endsOwnership, isDone, isFor, type PeopleChange, teamOf } from '../../domain/people-change.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SessionKey } from '../../domain/session.ts';
import { createLanes } from '../../installation-cache/bounded-looks.ts';
import { type CutOff, createCutOff } from '../../installation-cache/cut-off.ts';
import { inTurnsToLimit } from '../../installation-cache/limited-turns.ts';
import { inTurns } from '../../installation-cache/turns.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { AskedOfOrganization, PeopleHost } from '../../ports/code-host/people.ts';
import type { NamedTeam, OrganizationTerms, PeopleChangesHost } from '../../ports/code-host/people-changes.ts';
import type { ReachedRepositoriesHost } from '../../ports/code-host/reached-repositories.ts';
import type { HostRefusal, Told } from '../../ports/code-host/refusals.ts';
import type { Log } from '../../ports/system.ts';
import type { PeoplePreviews } from '../../security/people-preview.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { type JudgedPerson, judgePeople, type LookedAt, notesOf } from './judge-people.ts';
import type { LookAtPerson, SeenPerson } from './look-at-person.ts';
import { createLostRepositories } from './lost-repositories.ts';
import type { PreviewRefusal } from './messages.ts';

export interface PreviewChangeDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations' | 'listedInvitations'> &
    Pick<PeopleChangesHost, 'ownersOf' | 'teamBySlug' | 'termsOf'> &
    Pick<PeopleHost, 'teamsOfPerson'> &
    Pick<ReachedRepositoriesHost, 'repositoriesOfPerson'>;
  readonly lookAtPerson: LookAtPerson;
  readonly previews: PeoplePreviews;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Time limit for all requests. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

export interface PreviewRequest {
  readonly change: PeopleChange;
  /** The logins of the people to change. */
  readonly logins: readonly string[];
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
}

/** What a person loses; fields are null if unreadable. */
type Losses = Pick<PreviewedPerson, 'teams' | 'repositoryCount' | 'sentInvitationCount'>;

/** Describes the effects of a change. Changes and stores nothing. */
export function createPreviewChange(deps: PreviewChangeDeps) {
  const { codeHost, lookAtPerson, previews, log, stopping, inviteLimitMs = INVITE_LIMIT_MS } = deps;
  // Shared by all requests of a session, so that they queue together.
  const inLane = createLanes<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (owner: Owner, request: PreviewRequest): Promise<Result<PreviewPeopleAnswer, PreviewRefusal>> => {
    const cutOff = createCutOff(inviteLimitMs, AbortSignal.any([stopping, request.left]));
    const end = new AbortController();
    try {
      return await preview(request, owner, { cutOff, end: end.signal });
    } finally {
      end.abort();
      cutOff.lift();
    }
  };

  async function preview(
    { change: wanted, logins }: PreviewRequest,
    owner: Owner,
    until: Until,
  ): Promise<Result<PreviewPeopleAnswer, PreviewRefusal>> {
    const { session, organization, organizationId } = owner;
    const at = { token: session.grant.accessToken, organization, end: until.end };
    const team = await readTeam(at, wanted, until);
    if (!team.ok) return team;
    // Uses the code host's spelling, which may name another team later.
    const change = team.value === null ? wanted : { ...wanted, team: team.value.slug };
    const [looked, owners] = await Promise.all([
      look(at, { session, change, logins: eachOnce(logins) }, until),
      endsOwnership(change) ? known(codeHost.ownersOf(at), until) : [],
    ]);
    const judged = judgePeople(looked, { change, viewerId: session.user.id, owners });
    const people = await tell(judged, { change, owner, at }, until);

    const willChange = judged.flatMap(({ seen, verdict }) => (verdict === 'will-change' && seen ? [seen] : []));
    const unknown = judged.filter(({ verdict }) => verdict === 'unknown').length;
    const fields = { userId: session.user.id, organization, kind: change.kind, people: people.length, unknown };
    log.info({ ...fields, willChange: willChange.length }, 'a change of people was previewed');
    const { token, expiresAt } = await previews.issue({
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
    at: AskedOfOrganization,
    change: PeopleChange,
    { cutOff }: Until,
  ): Promise<Result<NamedTeam | null, PreviewRefusal>> {
    const slug = teamOf(change);
    if (slug === null) return ok(null);
    const team = await Promise.race([codeHost.teamBySlug(at, foldLogin(slug.trim())), cutOff.happened]);
    if (typeof team === 'string') return refuse({ kind: 'unreachable', message: team });
    if (!team.ok) return team;
    return team.value === null ? refuse({ kind: 'no-team' }) : ok(team.value);
  }

  /** After a limit or cut-off, the rest are unknown. */
  function look(
    at: AskedOfOrganization,
    { session, change, logins }: Pick<PreviewRequest, 'change' | 'logins'> & Pick<Owner, 'session'>,
    { cutOff }: Until,
  ): Promise<readonly LookedAt[]> {
    return inTurnsToLimit<string, LookedAt, HostRefusal, HostRefusal>(logins, {
      inLane: (work) => inLane(session.key, work),
      cutOff,
      limitOf: (refusal) => (refusal.kind === 'rate-limited' || refusal.kind === 'unauthorized' ? refusal : null),
      work: async (login, { notice }) => {
        const seen = await lookAtPerson(at, change, login);
        if (!seen.ok) notice(seen.refusal);
        return { login, seen, teams: seen.ok ? await readTeams(at, change, seen.value) : null };
      },
      notTried: (login, limit) => ({ login, seen: refuse(limit ?? OUT_OF_TIME), teams: null }),
    });
  }

  async function tell(
    judged: readonly JudgedPerson[],
    { change, owner, at }: { readonly change: PeopleChange; readonly owner: Owner; readonly at: AskedOfOrganization },
    until: Until,
  ): Promise<PreviewedPerson[]> {
    const changing = judged.flatMap(({ seen, verdict }) => (verdict === 'will-change' && seen ? [seen] : []));
    const leaves = change.kind === 'remove' || change.kind === 'convert';
    const members = leaves ? changing.filter(({ role }) => role !== 'outside_collaborator') : [];
    const [invitations, terms] = await Promise.all([
      members.length === 0 ? [] : readInvitations(owner, at, until),
      changing.length === 0 ? NO_TERMS : known(codeHost.termsOf(at), until),
    ]);
    const counts = await countLost(changing, { at, owner, change, terms }, until);
    const lossesOf = ({ seen, teams }: JudgedPerson): Losses => ({
      teams: change.kind === 'remove-from-team' ? [change.team] : leaves ? teams && [...teams] : [],
      repositoryCount: counts.get(seen?.id ?? 0) ?? null,
      sentInvitationCount: seen !== null && members.includes(seen) ? sentBy(seen.login, invitations) : 0,
    });
    const notes = notesOf(change, terms?.plan ?? null);
    return judged.map((person) => ({
      login: person.seen?.login ?? person.login,
      id: person.seen?.id ?? null,
      role: person.seen?.role ?? null,
      verdict: person.verdict,
      ...(person.verdict === 'will-change' ? { ...lossesOf(person), notes } : NO_LOSSES),
    }));
  }

  /** Returns null if the invitations could not be read. */
  async function readInvitations({ session }: Owner, at: AskedOfOrganization, until: Until) {
    const inviting = { ...at, inviter: session.user.login };
    return codeHost.hasInvitations(inviting) ? known(codeHost.listedInvitations(inviting, until.end), until) : [];
  }

  async function readTeams(at: AskedOfOrganization, change: PeopleChange, person: SeenPerson | null) {
    if (person === null || !isFor(change, person) || isDone(change, person)) return [];
    if (person.role === 'outside_collaborator') return [];
    if (change.kind === 'role' || change.kind === 'add-to-team') return [];
    const told = await codeHost.teamsOfPerson(at, person.login);
    return told.ok && told.value.withheld === null ? told.value.teams.map(({ slug }) => slug).toSorted() : null;
  }

  async function countLost(
    changing: readonly SeenPerson[],
    {
      at,
      owner,
      change,
      terms,
    }: Pick<Parameters<typeof tell>[1], 'at' | 'owner' | 'change'> & {
      readonly terms: OrganizationTerms | null;
    },
    { cutOff, end }: Until,
  ): Promise<ReadonlyMap<number, number | null>> {
    const lost = createLostRepositories(codeHost, change, terms?.basePermission ?? null, end);
    const counts = await inTurns<SeenPerson, readonly [id: number, count: number | null]>(changing, {
      atOnce: INVITE_CONCURRENCY,
      inLane: (work) => inLane(owner.session.key, work),
      cutOff,
      work: async (person) => [person.id, await lost.count(at, person)],
      without: () => null,
      cutBefore: ({ id }) => [id, null],
    });
    return new Map(counts);
  }
}

/** No request starts after `cutOff`; `end` aborts those in progress. */
interface Until {
  readonly cutOff: CutOff;
  readonly end: AbortSignal;
}

const OUT_OF_TIME: HostRefusal = { kind: 'unreachable', message: 'out of time' };
const NO_TERMS: OrganizationTerms = { basePermission: null, plan: null };
const NO_LOSSES = { teams: [], repositoryCount: 0, sentInvitationCount: 0, notes: [] };

/** Returns null if the request was refused or out of time. */
async function known<T>(asking: Promise<Told<T>>, { cutOff }: Until): Promise<T | null> {
  const told = await Promise.race([asking, cutOff.happened]);
  return typeof told !== 'string' && told.ok ? told.value : null;
}

/** An open invitation is cancelled when its sender leaves. */
const sentBy = (login: string, invitations: readonly SeenInvitation[] | null): number | null =>
  invitations?.filter(({ state, invitedBy }) => state === 'open' && invitedBy !== null && sameLogin(invitedBy, login))
    .length ?? null;

/** Keeps the first spelling of each login. */
function eachOnce(logins: readonly string[]): readonly string[] {
  const folded = logins.map((login) => foldLogin(login.trim()));
  return logins.map((login) => login.trim()).filter((_, place) => folded.indexOf(folded[place] ?? '') === place);
}
