import { JOB_TEAMS_MAX, PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { WantedRow } from '../../domain/invitations/invitation-job.ts';
import { fieldsIn, parseWantedRow, textIn, type WrongRow } from '../../domain/invitations/wanted-row.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { RowsRefusal } from './messages.ts';

export interface PreviewedRow extends WantedRow {
  /** Unique slugs or names of teams. */
  readonly teams: readonly string[];
}

export interface GivenRow {
  /** As sent, so that the client can find the row. */
  readonly login: string | null;
  readonly email: string | null;
  readonly parsed: Result<PreviewedRow, WrongRow>;
}

/** A mistake in one row does not affect the others. */
export function parseRows(body: unknown): Result<readonly GivenRow[], RowsRefusal> {
  const { rows } = fieldsIn(body);
  if (!Array.isArray(rows) || rows.length === 0) return refuse('no-rows');
  if (rows.length > PREVIEW_ROWS_MAX) return refuse('too-many-rows');
  return ok(rows.map(parseRow));
}

function parseRow(given: unknown): GivenRow {
  const { login, email, teams = [] } = fieldsIn(given);
  const sent = { login: textIn(login) || null, email: textIn(email) || null };
  const parsed = parseWantedRow(given);
  if (!parsed.ok) return { ...sent, parsed };
  const names = Array.isArray(teams) ? teams.map(textIn) : [null];
  const known = [...new Set(names.filter((name) => name !== null && name !== ''))] as readonly string[];
  if (names.includes(null)) return { ...sent, parsed: refuse('bad-teams') };
  if (known.length + parsed.value.teamIds.length > JOB_TEAMS_MAX) return { ...sent, parsed: refuse('too-many-teams') };
  return { ...sent, parsed: ok({ ...parsed.value, teams: known }) };
}
