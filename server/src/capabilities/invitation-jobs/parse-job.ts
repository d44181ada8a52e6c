import { canBeLogin } from '../../domain/account.ts';
import type { InvitedRole, WantedRow } from '../../domain/invitation-job.ts';
import { EMAIL_MAX_CHARACTERS, JOB_KEY_MAX_CHARACTERS, JOB_ROWS_MAX, JOB_TEAMS_MAX } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { JobRefusal, WrongRow } from './messages.ts';

/** What somebody wants a job to do. */
export interface WantedJob {
  readonly key: string;
  readonly rows: readonly WantedRow[];
}

const KEY = /^[\w-]+$/;
const ADDRESS = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;
const ROLES: readonly InvitedRole[] = ['direct_member', 'admin', 'billing_manager'];

/** The first mistake is told, with the number of its row. */
export function parseJob(body: unknown): Result<WantedJob, JobRefusal> {
  const { key, rows } = fieldsOf(body);
  if (typeof key !== 'string' || key.length > JOB_KEY_MAX_CHARACTERS || !KEY.test(key))
    return refuse({ kind: 'bad-key' });
  if (!Array.isArray(rows) || rows.length === 0) return refuse({ kind: 'no-rows' });
  if (rows.length > JOB_ROWS_MAX) return refuse({ kind: 'too-many-rows' });
  const wanted: WantedRow[] = [];
  const places = new Map<string, number>();
  for (const [index, given] of rows.entries()) {
    const row = index + 1;
    const parsed = parseRow(given);
    if (!parsed.ok) return refuse({ kind: 'wrong-row', row, why: parsed.refusal });
    const person = (parsed.value.login ?? parsed.value.email ?? '').toLowerCase();
    const before = places.get(person);
    if (before !== undefined) return refuse({ kind: 'same-person', row, before });
    places.set(person, row);
    wanted.push(parsed.value);
  }
  return ok({ key, rows: wanted });
}

function parseRow(given: unknown): Result<WantedRow, WrongRow> {
  const { login, email, role = 'direct_member', teamIds = [] } = fieldsOf(given);
  const [name, address] = [textIn(login), textIn(email)];
  if (name === null || name.length === 0) {
    if (address === null || address.length === 0) return refuse('no-person');
    if (address.length > EMAIL_MAX_CHARACTERS || !ADDRESS.test(address)) return refuse('bad-email');
  } else {
    if (address !== null && address.length > 0) return refuse('two-people');
    if (!canBeLogin(name)) return refuse('bad-login');
  }
  const known = ROLES.find((each) => each === role);
  if (known === undefined) return refuse('bad-role');
  if (!Array.isArray(teamIds) || !teamIds.every(isTeamId) || new Set(teamIds).size < teamIds.length)
    return refuse('bad-teams');
  if (teamIds.length > JOB_TEAMS_MAX) return refuse('too-many-teams');
  return ok({ login: name || null, email: name ? null : address, role: known, teamIds });
}

const isTeamId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Blanks around it mean nothing; null and what is no text are none. */
const textIn = (value: unknown): string | null => (typeof value === 'string' ? value.trim().toWellFormed() : null);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
