import type { InvitationPreviewRow, PreviewReason } from '@orgdesk/contract';
import { foldLogin } from '../../domain/account.ts';
import { marksOf } from '../../domain/invitations/invited-person.ts';
import type { SeenAccount, SeenInvitation } from '../../ports/code-host/invitations.ts';
import { tellRefusal } from '../../refusals.ts';
import type { LookedUp, LookUpRefusal } from './look-up-accounts.ts';
import type { Invited, Teams } from './organization-facts.ts';
import type { GivenRow, PreviewedRow } from './parse-rows.ts';

export interface Evidence {
  readonly hasInvitations: boolean;
  readonly invited: Invited;
  /** Null if no row names a team. */
  readonly teams: Teams | null;
  /** Accounts keyed by folded login. */
  readonly accounts: ReadonlyMap<string, LookedUp>;
}

export type JudgedRow = InvitationPreviewRow;

/** Predicts the outcome of each row. */
export function judgeRows(rows: readonly GivenRow[], evidence: Evidence): readonly JudgedRow[] {
  const places = new Map<string, number>();
  return rows.map((given, index) => {
    if (!given.parsed.ok) return judged(given, { state: 'wrong', reason: given.parsed.refusal });
    const row = given.parsed.value;
    if (!isPossible(row, evidence)) return judged(row, { state: 'not-possible-here', ...placesOf(row, evidence) });
    const account = accountOf(row, evidence);
    if (!account.ok) return { ...notChecked(given, account.refusal), ...placesOf(row, evidence) };
    const facts = { ...factsOf(account.value), ...placesOf(row, evidence) };
    if (row.login !== null && account.value === null) return judged(row, { ...facts, state: 'not-found' });
    if (account.value?.isPerson === false) return judged(row, { ...facts, state: 'organization' });

    const names = account.value === null ? marksOf(row) : [`account ${account.value.id}`];
    const before = names.map((name) => places.get(name)).find((place) => place !== undefined);
    if (before !== undefined) return judged(row, { ...facts, state: 'duplicate', duplicateOf: before });
    for (const name of names) places.set(name, index + 1);

    const invitation = evidence.invited.of(account.value === null ? row : { login: account.value.login, email: null });
    return judged(row, { ...facts, ...standing(account.value, invitation, facts.unknownTeams.length > 0) });
  });
}

/** Marks all valid rows as not checked. */
export const withoutEvidence = (rows: readonly GivenRow[], refusal: LookUpRefusal): readonly JudgedRow[] =>
  rows.map((given) =>
    given.parsed.ok ? notChecked(given, refusal) : judged(given, { state: 'wrong', reason: given.parsed.refusal }),
  );

/** Whether the code host can add such a person. */
const isPossible = ({ login, role }: PreviewedRow, { hasInvitations }: Pick<Evidence, 'hasInvitations'>): boolean =>
  hasInvitations || (login !== null && role !== 'billing_manager');

export const loginsIn = (rows: readonly GivenRow[], of: Pick<Evidence, 'hasInvitations'>): readonly string[] =>
  rows.flatMap(({ parsed }) =>
    parsed.ok && parsed.value.login !== null && isPossible(parsed.value, of) ? [parsed.value.login] : [],
  );

export const namesTeam = ({ parsed }: GivenRow): boolean =>
  parsed.ok && parsed.value.teams.length + parsed.value.teamIds.length > 0;

const accountOf = ({ login }: PreviewedRow, { accounts }: Evidence): LookedUp =>
  (login === null ? undefined : accounts.get(foldLogin(login))) ?? { ok: true, value: null };

/** Returns the first matching state. */
function standing(
  account: SeenAccount | null,
  invitation: SeenInvitation | null,
  hasUnknownTeams: boolean,
): Pick<JudgedRow, 'state'> & Partial<JudgedRow> {
  if (account?.isMember === true) return { state: 'already-member' };
  if (account?.isSuspended === true) return { state: 'suspended' };
  if (account?.barrier === 'managed') return { state: 'managed-account' };
  if (account?.barrier === 'not-managed') return { state: 'not-possible-here' };
  const told = { invitation: invitation === null ? null : invitationView(invitation) };
  if (invitation?.state === 'open') return { state: 'already-invited', ...told };
  if (hasUnknownTeams) return { state: 'unknown-team', ...told };
  return { state: invitation === null ? 'ready' : 'failed-before', ...told };
}

const invitationView = ({ id, role, state, createdAt, failedAt, invitedBy, failure }: SeenInvitation) => ({
  id,
  role,
  since: (state === 'failed' ? (failedAt ?? createdAt) : createdAt).toISOString(),
  invitedBy,
  failure,
});

const factsOf = (account: SeenAccount | null): Partial<JudgedRow> =>
  account === null ? {} : { login: account.login, accountId: account.id };

/** Splits a row's teams into IDs and unknown names. */
function placesOf(
  { teams, teamIds }: PreviewedRow,
  { teams: known }: Evidence,
): Pick<JudgedRow, 'teamIds' | 'unknownTeams'> {
  if (known === null) return { teamIds: [], unknownTeams: [] };
  const named = teams.map((name) => ({ name, id: known.named(name) }));
  const found = [...teamIds.filter(known.has), ...named.flatMap(({ id }) => (id === null ? [] : [id]))];
  const unknown = [...teamIds.filter((id) => !known.has(id)).map(String), ...named.filter(({ id }) => id === null)];
  return {
    teamIds: [...new Set(found)],
    unknownTeams: unknown.map((team) => (typeof team === 'string' ? team : team.name)),
  };
}

function notChecked(given: Pick<GivenRow, 'login' | 'email'>, refusal: LookUpRefusal): JudgedRow {
  if (refusal.kind === 'out-of-time' || refusal.kind === 'shutting-down')
    return judged(given, { state: 'not-checked', reason: refusal.kind });
  const { reason, error } = tellRefusal(refusal);
  const words = reason === 'refused' ? error : null;
  return judged(given, { state: 'not-checked', reason: reason satisfies PreviewReason, words });
}

const judged = (
  { login, email }: Pick<GivenRow, 'login' | 'email'>,
  more: Pick<JudgedRow, 'state'> & Partial<JudgedRow>,
): JudgedRow => ({
  login,
  email,
  accountId: null,
  teamIds: [],
  unknownTeams: [],
  duplicateOf: null,
  invitation: null,
  reason: null,
  words: null,
  ...more,
});
