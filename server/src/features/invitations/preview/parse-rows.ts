import { JOB_TEAMS_MAX, PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { RequestedInvitation } from '../../../domain/invitation-job.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import {
  fieldsIn,
  parseRequestedInvitation,
  type RequestedInvitationRefusal,
  textIn,
} from '../requested-invitation.ts';

export interface ParsedRow extends RequestedInvitation {
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
