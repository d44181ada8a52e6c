import { JOB_KEY_MAX_CHARACTERS, JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import type { RequestedInvitation } from '../../domain/invitations/invitation-job.ts';
import { marksOf } from '../../domain/invitations/invited-person.ts';
import { fieldsIn, parseRequestedInvitation } from '../../domain/invitations/requested-invitation.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type RowRefusal, samePerson, wrongRow } from './messages.ts';

export interface JobRequest {
  readonly key: string;
  readonly rows: readonly RequestedInvitation[];
}

type JobRefusal = RowRefusal | { readonly kind: 'bad-key' | 'no-rows' | 'too-many-rows' };

const KEY = /^[\w-]+$/;

/** Refuses with the first mistake and its row number. */
export function parseJob(body: unknown): Result<JobRequest, JobRefusal> {
  const { key, rows } = fieldsIn(body);
  if (typeof key !== 'string' || key.length > JOB_KEY_MAX_CHARACTERS || !KEY.test(key))
    return refuse({ kind: 'bad-key' });
  if (!Array.isArray(rows) || rows.length === 0) return refuse({ kind: 'no-rows' });
  if (rows.length > JOB_ROWS_MAX) return refuse({ kind: 'too-many-rows' });
  const jobRows: RequestedInvitation[] = [];
  const rowOfPerson = new Map<string, number>();
  for (const [index, input] of rows.entries()) {
    const row = index + 1;
    const parsed = parseRequestedInvitation(input);
    if (!parsed.ok) return refuse(wrongRow(row, parsed.refusal));
    const [person = ''] = marksOf(parsed.value);
    const before = rowOfPerson.get(person);
    if (before !== undefined) return refuse(samePerson(row, before));
    rowOfPerson.set(person, row);
    jobRows.push(parsed.value);
  }
  return ok({ key, rows: jobRows });
}
