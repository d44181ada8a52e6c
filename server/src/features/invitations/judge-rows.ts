import type { InvitationPreviewRow, PreviewReason, PreviewWarning } from '@orgdesk/contract';
import { fold } from '@orgdesk/contract/fold';
import { JOB_TEAMS_MAX, PREVIEW_NAME_MAX_CHARACTERS, PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { HostAccount, HostInvitation, HostProfile } from '../../code-host/people/types.ts';
import { foldLogin, marksOf } from '../../domain/account.ts';
import type { RequestedInvitation } from '../../domain/job.ts';
import { hostFailureOf } from '../../http/refusals.ts';
import { NEW_ACCOUNT_MS } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { AccountLookup, Invited, LookUpRefusal, Teams } from './organization-facts.ts';
import { fieldsIn, parseRequestedInvitation, type RequestedInvitationRefusal, textIn } from './requested-invitation.ts';

interface ParsedRow extends RequestedInvitation {
  /** Unique slugs or names of teams. */
  readonly teams: readonly string[];
  /** Null if no name was sent. */
  readonly name: string | null;
}

export interface InputRow {
  /** As sent, so that the client can find the row. */
  readonly login: string | null;
  readonly email: string | null;
  readonly parsed: Result<ParsedRow, RequestedInvitationRefusal>;
}

/** A mistake in one row does not affect the others. */
export function parseRows(body: unknown): Result<readonly InputRow[], 'no-rows' | 'too-many-rows'> {
  const { rows } = fieldsIn(body);
  if (!Array.isArray(rows) || rows.length === 0) return refuse('no-rows');
  if (rows.length > PREVIEW_ROWS_MAX) return refuse('too-many-rows');
  return ok(rows.map(parseRow));
}

function parseRow(input: unknown): InputRow {
  const { login, email, name, teams = [] } = fieldsIn(input);
  const sent = { login: textIn(login) || null, email: textIn(email) || null };
  const parsed = parseRequestedInvitation(input);
  if (!parsed.ok) return { ...sent, parsed };
  const names = Array.isArray(teams) ? teams.map(textIn) : [null];
  const teamNames = [...new Set(names.filter((name) => name !== null && name !== ''))] as readonly string[];
  if (names.includes(null)) return { ...sent, parsed: refuse('bad-teams') };
  if (teamNames.length + parsed.value.teamIds.length > JOB_TEAMS_MAX)
    return { ...sent, parsed: refuse('too-many-teams') };
  return { ...sent, parsed: ok({ ...parsed.value, teams: teamNames, name: textIn(name) }) };
}

export interface Evidence {
  readonly hasInvitations: boolean;
  readonly invited: Invited;
  readonly teams: Teams | null;
  /** Keyed by folded login. */
  readonly accounts: ReadonlyMap<string, AccountLookup>;
  readonly now: Date;
}

export type JudgedRow = InvitationPreviewRow;

export function judgeRows(rows: readonly InputRow[], evidence: Evidence): readonly JudgedRow[] {
  const rowNumbers = new Map<string, number>();
  return rows.map((input, index) => {
    if (!input.parsed.ok) return judged(input, { state: 'wrong', reason: input.parsed.refusal });
    const row = input.parsed.value;
    if (!isPossible(row, evidence)) return judged(row, { state: 'not-possible-here', ...teamsOf(row, evidence) });
    const account = accountOf(row, evidence);
    if (!account.ok) return { ...notChecked(input, account.refusal), ...teamsOf(row, evidence) };
    const facts = { ...factsOf(account.value, row, evidence), ...teamsOf(row, evidence) };
    if (row.login !== null && account.value === null) return judged(row, { ...facts, state: 'not-found' });
    if (account.value?.isPerson === false) return judged(row, { ...facts, state: 'organization' });

    const names = account.value === null ? marksOf(row) : [`account ${account.value.id}`];
    const before = names.map((name) => rowNumbers.get(name)).find((number) => number !== undefined);
    if (before !== undefined) return judged(row, { ...facts, state: 'duplicate', duplicateOf: before });
    for (const name of names) rowNumbers.set(name, index + 1);

    const invitation = evidence.invited.of(account.value === null ? row : { login: account.value.login, email: null });
    return judged(row, { ...facts, ...stateOf(account.value, invitation, facts.unknownTeams.length > 0) });
  });
}

export const withoutEvidence = (rows: readonly InputRow[], refusal: LookUpRefusal): readonly JudgedRow[] =>
  rows.map((input) =>
    input.parsed.ok ? notChecked(input, refusal) : judged(input, { state: 'wrong', reason: input.parsed.refusal }),
  );

/** Returns true if the code host can add such a person. */
const isPossible = ({ login, role }: ParsedRow, { hasInvitations }: Pick<Evidence, 'hasInvitations'>): boolean =>
  hasInvitations || (login !== null && role !== 'billing_manager');

export const loginsIn = (rows: readonly InputRow[], of: Pick<Evidence, 'hasInvitations'>): readonly string[] =>
  rows.flatMap(({ parsed }) =>
    parsed.ok && parsed.value.login !== null && isPossible(parsed.value, of) ? [parsed.value.login] : [],
  );

export const namesTeam = ({ parsed }: InputRow): boolean =>
  parsed.ok && parsed.value.teams.length + parsed.value.teamIds.length > 0;

const accountOf = ({ login }: ParsedRow, { accounts }: Evidence): AccountLookup =>
  (login === null ? undefined : accounts.get(foldLogin(login))) ?? { ok: true, value: null };

function stateOf(
  account: HostAccount | null,
  invitation: HostInvitation | null,
  hasUnknownTeams: boolean,
): Pick<JudgedRow, 'state'> & Partial<JudgedRow> {
  if (account?.isMember === true) return { state: 'already-member' };
  if (account?.isSuspended === true) return { state: 'suspended' };
  if (account?.barrier === 'managed') return { state: 'managed-account' };
  if (account?.barrier === 'not-managed') return { state: 'not-possible-here' };
  const details = { invitation: invitation === null ? null : invitationView(invitation) };
  if (invitation?.state === 'open') return { state: 'already-invited', ...details };
  if (hasUnknownTeams) return { state: 'unknown-team', ...details };
  return { state: invitation === null ? 'ready' : 'failed-before', ...details };
}

const invitationView = ({ id, role, state, createdAt, failedAt, invitedBy, failure }: HostInvitation) => ({
  id,
  role,
  since: (state === 'failed' ? (failedAt ?? createdAt) : createdAt).toISOString(),
  invitedBy,
  failure,
});

const factsOf = (account: HostAccount | null, row: ParsedRow, { now }: Evidence): Partial<JudgedRow> =>
  account === null
    ? {}
    : {
        login: account.login,
        accountId: account.id,
        account: account.profile === null ? null : accountView(account.profile),
        warnings: account.isPerson && !account.isMember ? warningsOf(account, row, now) : [],
      };

const accountView = ({ name, avatarUrl, createdAt }: HostProfile) => ({
  name,
  avatarUrl,
  createdAt: createdAt.toISOString(),
});

function warningsOf({ login, profile }: HostAccount, { name: listed }: ParsedRow, now: Date): PreviewWarning[] {
  if (profile === null) return ['profile-unread'];
  const isNew = now.getTime() - profile.createdAt.getTime() < NEW_ACCOUNT_MS;
  const names = compareNames(listed, { name: profile.name, login });
  return [...(isNew ? ['new-account' as const] : []), ...(names === null || names === 'same' ? [] : [names])];
}

function teamsOf(
  { teams, teamIds }: ParsedRow,
  { teams: organizationTeams }: Evidence,
): Pick<JudgedRow, 'teamIds' | 'unknownTeams'> {
  if (organizationTeams === null) return { teamIds: [], unknownTeams: [] };
  const named = teams.map((name) => ({ name, id: organizationTeams.named(name) }));
  const found = [...teamIds.filter(organizationTeams.has), ...named.flatMap(({ id }) => (id === null ? [] : [id]))];
  const unknown = [
    ...teamIds.filter((id) => !organizationTeams.has(id)).map(String),
    ...named.filter(({ id }) => id === null),
  ];
  return {
    teamIds: [...new Set(found)],
    unknownTeams: unknown.map((team) => (typeof team === 'string' ? team : team.name)),
  };
}

function notChecked(input: Pick<InputRow, 'login' | 'email'>, refusal: LookUpRefusal): JudgedRow {
  if (refusal.kind === 'out-of-time' || refusal.kind === 'shutting-down')
    return judged(input, { state: 'not-checked', reason: refusal.kind });
  const { reason, error } = hostFailureOf(refusal);
  const message = reason === 'refused' ? error : null;
  return judged(input, { state: 'not-checked', reason: reason satisfies PreviewReason, message });
}

const judged = (
  { login, email }: Pick<InputRow, 'login' | 'email'>,
  more: Pick<JudgedRow, 'state'> & Partial<JudgedRow>,
): JudgedRow => ({
  login,
  email,
  accountId: null,
  account: null,
  warnings: [],
  teamIds: [],
  unknownTeams: [],
  duplicateOf: null,
  invitation: null,
  reason: null,
  message: null,
  ...more,
});

/**
 * Compares the name that a list has for a person with an account. Whole words of at least two letters count, without case,
 * accents and width, or the names as a whole, for scripts without spaces. A login never stands in for a missing name:
 * whoever mistypes it has mostly typed it from the name. Null if the list has no name.
 */
export function compareNames(
  listed: string | null,
  account: { readonly name: string | null; readonly login: string },
): 'same' | 'other-name' | 'no-name' | null {
  const wanted = wordsOf(listed ?? '');
  if (!hasLetter(wanted)) return null;
  const named = wordsOf(account.name ?? '');
  if (!hasLetter(named)) return 'no-name';
  const parts = wordsOf(account.login.replace(/([a-z])(?=[A-Z])|([a-zA-Z])(?=\d)|(\d)(?=[a-zA-Z])/g, '$& '));
  const known = new Set([...named, ...parts].filter(isLong));
  const whole = wanted.join('');
  const isSame = wanted.some((word) => known.has(word)) || [named, parts].some((words) => words.join('') === whole);
  return isSame ? 'same' : 'other-name';
}

function wordsOf(text: string): readonly string[] {
  const folded = fold(text.slice(0, PREVIEW_NAME_MAX_CHARACTERS).normalize('NFKC'));
  // Korean syllables are one letter again; Greek has a second small sigma at the end of words.
  return (
    folded
      .normalize('NFC')
      .replaceAll('ς', 'σ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const isLong = (word: string): boolean => (word.match(/\p{L}/gu) ?? []).length > 1;
const hasLetter = (words: readonly string[]): boolean => words.some((word) => /\p{L}/u.test(word));
