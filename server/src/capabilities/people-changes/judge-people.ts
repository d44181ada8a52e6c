import type { PreviewedPerson } from '@orgdesk/contract';
import { endsOwnership, isDone, isFor, type PeopleChange } from '../../domain/people-change.ts';
import type { TeamOfPerson } from '../../ports/code-host/people.ts';
import type { NamedAccount } from '../../ports/code-host/people-changes.ts';
import type { HostResult } from '../../ports/code-host/refusals.ts';
import type { CurrentPerson } from '../../shared/people-changes/read-person.ts';

type LeftTeam = Pick<TeamOfPerson, 'slug' | 'isAlone'>;

export interface FetchedPerson {
  readonly login: string;
  readonly current: HostResult<CurrentPerson | null>;
  readonly teams: readonly LeftTeam[] | null;
}

export interface JudgedPerson {
  readonly login: string;
  /** Null if nobody has the login or it could not be read. */
  readonly current: CurrentPerson | null;
  readonly teams: readonly LeftTeam[] | null;
  readonly verdict: PreviewedPerson['verdict'];
}

export interface JudgeContext {
  readonly change: PeopleChange;
  readonly viewerId: number;
  /** Null if unreadable; empty if no owner is changed. */
  readonly owners: readonly NamedAccount[] | null;
}

/** Owners count together: one must remain. */
export function judgePeople(people: readonly FetchedPerson[], context: JudgeContext): readonly JudgedPerson[] {
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
export function notesOf(change: PeopleChange, plan: string | null): PreviewedPerson['notes'] {
  if (change.kind === 'role') return change.role === 'admin' ? ['gets-full-control'] : [];
  const seat = plan !== null && PLANS_WITHOUT_PAID_SEATS.has(plan) ? [] : (['seat-may-stay-taken'] as const);
  if (change.kind === 'convert') return [...seat];
  if (change.kind !== 'remove') return [];
  const enterprise = plan !== null && PLANS_WITHOUT_ENTERPRISE.has(plan) ? [] : (['stays-in-enterprise'] as const);
  return [...seat, ...enterprise, 'loses-private-forks'];
}
