import type { ChangedPerson, ChangePeopleAnswer } from '@orgdesk/contract';
import { INVITE_LIMIT_MS, UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { NoTrail } from '../../audit-trail/audited.ts';
import type { Claimed } from '../../audit-trail/claimed.ts';
import { createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { createDeadline, type Deadline } from '../../concurrency/deadline.ts';
import { workUntilLimit } from '../../concurrency/work-until-limit.ts';
import { sameLogin } from '../../domain/account.ts';
import { INVITE_CONCURRENCY } from '../../domain/limits/invitations.ts';
import { endsOwnership, type PeopleChange, teamOf } from '../../domain/people-change.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SessionKey } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { NamedAccount, PeopleChangesHost } from '../../ports/code-host/people-changes.ts';
import type { HostRefusal, OtherOrganization } from '../../ports/code-host/refusals.ts';
import type { AuditOrigin } from '../../ports/storage/audit-trail.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { longestWait } from '../../refusals.ts';
import type { PeoplePreview, PeoplePreviews, PreviewedState } from '../../security/people-preview.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import type { ChangePerson, Changing, PersonChange } from './change-person.ts';
import { limitOf, type PeopleChangeRefusal, type PeopleLimit, type PersonRefusal, refusalView } from './messages.ts';

export interface ChangePeopleDeps {
  readonly codeHost: Pick<PeopleChangesHost, 'ownersOf' | 'teamBySlug'> & Pick<CodeHost, 'organizationNow'>;
  readonly changePerson: ChangePerson;
  readonly claimed: Claimed;
  readonly liveRights: Pick<LiveRights, 'invalidate'>;
  readonly previews: PeoplePreviews;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Time limit for all requests. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

export interface PeopleChangeRequest {
  readonly requester: AuditOrigin;
  readonly preview: string;
  /** The login of the organization, typed by a person. */
  readonly confirmation: string | null;
}

interface PersonChangeResult {
  readonly person: PreviewedState;
  readonly change: PersonChange;
}

/**
 * Changes people with the owner's token, five at a time per session, without retries. Skips those that another request
 * is changing. A limit or cut-off ends the rest.
 */
export function createChangePeople(deps: ChangePeopleDeps) {
  const { codeHost, changePerson: changeOne, claimed, liveRights, previews, clock, log, stopping } = deps;
  const { inviteLimitMs = INVITE_LIMIT_MS } = deps;
  // Shared by all requests of a session, so that they queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (
    owner: Owner,
    request: PeopleChangeRequest,
  ): Promise<Result<ChangePeopleAnswer, PeopleChangeRefusal>> => {
    const preview = await previews.verify(request.preview);
    if (!preview.ok) return refuse({ kind: preview.refusal });
    if (!isOf(owner, preview.value)) return refuse({ kind: 'invalid' });
    const isConfirmed = sameLogin((request.confirmation ?? '').trim(), owner.organization);
    if (preview.value.people.length > UNCONFIRMED_PEOPLE_MAX && !isConfirmed) return refuse({ kind: 'unconfirmed' });

    const deadline = createDeadline(inviteLimitMs, stopping);
    try {
      const { organizationId, change, people } = preview.value;
      const names = people.map(({ id }) => claimName(organizationId, change, id));
      return await claimed(names, (isClaimed) =>
        changePreviewed(request, owner, {
          preview: preview.value,
          deadline,
          isClaimed: ({ id }) => isClaimed(claimName(organizationId, change, id)),
        }),
      );
    } finally {
      deadline.clear();
    }
  };

  async function changePreviewed(
    { requester }: PeopleChangeRequest,
    owner: Owner,
    {
      preview,
      deadline,
      isClaimed,
    }: Pick<Changing, 'isClaimed'> & { readonly preview: PeoplePreview; readonly deadline: Deadline },
  ): Promise<Result<ChangePeopleAnswer, PeopleChangeRefusal>> {
    const { session, organization, organizationId } = owner;
    const { change, people } = preview;
    const at = { token: session.grant.accessToken, organization, organizationId };
    const guarded = await Promise.race([guard(at, preview, session.user.id), deadline.passed]);
    if (typeof guarded !== 'string' && !guarded.ok && isElsewhere(guarded.refusal)) liveRights.invalidate(organization);
    const notTried = (person: PreviewedState, after: PeopleLimit | null): PersonChangeResult => ({
      person,
      change: refuse({ kind: 'not-tried', after }),
    });
    if (typeof guarded === 'string')
      return ok(
        answerOf(
          people.map((person) => notTried(person, null)),
          clock.now(),
        ),
      );
    if (!guarded.ok) return guarded;

    const fields = { userId: session.user.id, organization, kind: change.kind };
    log.info({ ...fields, people: people.length }, 'changing people');
    void deadline.passed.then((cut) => log.warn({ ...fields, cut }, 'changes to people were interrupted'));
    const changing: Changing = { at, organizationId, change, requester, isClaimed, ...guarded.value };
    const changes = await workUntilLimit<PreviewedState, PersonChangeResult, PersonRefusal, PeopleLimit>(people, {
      limited: (work) => limitPerSession(session.key, work),
      deadline: deadline,
      limitOf,
      work: async (person, progress) => {
        const made = await changeOne(person, changing, progress);
        if (!made.ok) progress.report(made.refusal);
        return { person, change: made };
      },
      notTried,
    }).finally(() => liveRights.invalidate(organization));
    const changed = changes.filter((one) => one.change.ok).length;
    log.info({ ...fields, changed, failed: changes.length - changed }, 'people were changed');
    const refusal = refusalIn(changes);
    return refusal === null ? ok(answerOf(changes, clock.now())) : refuse(refusal);
  }

  /**
   * Checks that login and team are unchanged and an owner remains. Reads owners again, so that former owners change
   * nobody.
   */
  async function guard(
    at: Changing['at'],
    preview: PeoplePreview,
    viewerId: number,
  ): Promise<Result<Pick<Changing, 'endsAllOwnership' | 'isOtherTeam'>, PeopleChangeRefusal>> {
    const [current, guarded] = await Promise.all([codeHost.organizationNow(at), guardPeople(at, preview, viewerId)]);
    if (!current.ok) return current;
    return current.value?.id === preview.organizationId ? guarded : refuse({ kind: 'other-organization' });
  }

  async function guardPeople(
    at: Changing['at'],
    { change, teamId, people }: PeoplePreview,
    viewerId: number,
  ): Promise<Result<Pick<Changing, 'endsAllOwnership' | 'isOtherTeam'>, PeopleChangeRefusal>> {
    if ('team' in change) {
      const team = await codeHost.teamBySlug(at, change.team);
      return team.ok ? ok({ endsAllOwnership: false, isOtherTeam: team.value?.id !== teamId }) : team;
    }
    const leaving = new Set(people.filter(({ role }) => role === 'admin').map(({ id }) => id));
    if (!endsOwnership(change) || leaving.size === 0) return ok({ endsAllOwnership: false, isOtherTeam: false });
    const owners: Result<readonly NamedAccount[], HostRefusal> = await codeHost.ownersOf(at);
    if (!owners.ok) return owners;
    if (!owners.value.some(({ id }) => id === viewerId)) return refuse({ kind: 'not-admin' });
    return ok({ endsAllOwnership: owners.value.every(({ id }) => leaving.has(id)), isOtherTeam: false });
  }
}

/** Returns true if cached rights for the login are obsolete. */
const isElsewhere = ({ kind }: PeopleChangeRefusal): boolean => kind === 'other-organization' || kind === 'missing';

const isOf = ({ session, organizationId }: Owner, preview: PeoplePreview): boolean =>
  preview.organizationId === organizationId && preview.userId === session.user.id && preview.sessionKey === session.key;

const claimName = (organizationId: number, change: PeopleChange, personId: number): string =>
  ['people', organizationId, change.kind, teamOf(change) ?? '', personId].join(' ');

/** Returns the common refusal if nothing was sent, otherwise null. */
function refusalIn(changes: readonly PersonChangeResult[]): NoTrail | OtherOrganization | null {
  const refusals = changes.flatMap(({ change }) => (change.ok ? [] : [change.refusal]));
  const nothingSent =
    refusals.every(({ kind }) => NOT_SENT.has(kind)) &&
    changes.every(({ change }) => !change.ok || change.value === 'nothing-to-do');
  const isWhole = (refusal: PersonRefusal) => refusal.kind === 'no-trail' || refusal.kind === 'other-organization';
  return (nothingSent && refusals.find(isWhole)) || null;
}

const NOT_SENT: ReadonlySet<PersonRefusal['kind']> = new Set([
  'no-trail',
  'other-organization',
  'claimed',
  'not-tried',
  'not-looked-at',
  'changed-since',
]);

/** Formats the results, with the longest time to wait. */
const answerOf = (changes: readonly PersonChangeResult[], now: Date): ChangePeopleAnswer => ({
  results: changes.map(resultView),
  retryAfterSeconds: longestWait(
    changes.flatMap(({ change }) => (change.ok ? [] : [limitedBy(change.refusal)])),
    now,
  ),
});

const limitedBy = (refusal: PersonRefusal) => (refusal.kind === 'not-looked-at' ? refusal.refusal : refusal);

function resultView({ person: { id, login }, change }: PersonChangeResult): ChangedPerson {
  if (change.ok) return { id, login, outcome: change.value, error: null, reason: null };
  const { outcome, error, reason } = refusalView(change.refusal);
  return { id, login, outcome, error, reason };
}
