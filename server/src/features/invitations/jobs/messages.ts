import {
  JOB_KEY_MAX_CHARACTERS,
  JOB_ROWS_MAX,
  JOB_TEAMS_MAX,
  JOB_TITLE_MAX_CHARACTERS,
} from '@orgdesk/contract/limits';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES } from '../../../http/refusals.ts';
import type { RequestedInvitationRefusal } from '../requested-invitation.ts';
import { CANNOT_BE_ADDED } from './start-invitations.ts';

const WRONG_ROWS: Readonly<Record<RequestedInvitationRefusal, string>> = {
  'no-person': 'enter a login or an email address.',
  'two-people': 'has both a login and an email address. Keep one of them.',
  'bad-login': 'not a valid login.',
  'bad-email': 'not a valid email address.',
  'bad-role': 'the role must be direct_member, admin or billing_manager.',
  'bad-teams': 'teams must be team IDs, without duplicates.',
  'too-many-teams': `has more than ${JOB_TEAMS_MAX} teams.`,
};

const bad = (error: string): RefusalResponse => ({ status: 400, error });

/** Refusals of what was sent to begin a job. */
export const ofRequests = {
  'bad-key': bad(`The key must have 1 to ${JOB_KEY_MAX_CHARACTERS} letters, digits, dashes and underscores.`),
  'bad-title': bad(`The title must have 1 to ${JOB_TITLE_MAX_CHARACTERS} characters.`),
  'no-rows': bad('Please add at least one person to invite.'),
  'too-many-rows': bad(`You can invite up to ${JOB_ROWS_MAX} people in one batch.`),
  'wrong-row': bad(`Row N: ${Object.values(WRONG_ROWS).join(' Row N: ')}`),
  'same-person': bad('Row N: duplicate of row M.'),
  'cannot-be-added': { status: 409, error: `Row N: ${CANNOT_BE_ADDED}` },
  'other-rows': {
    status: 409,
    error: 'A batch with this key and different people already exists. Please use another key.',
  },
  ...jobLimitResponses('batches'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Names the row that keeps a job from being begun. */
export interface RowRefusal {
  readonly kind: 'wrong-row' | 'same-person';
  readonly sentence: string;
}

export const wrongRow = (row: number, why: RequestedInvitationRefusal): RowRefusal => ({
  kind: 'wrong-row',
  sentence: `Row ${row}: ${WRONG_ROWS[why]}`,
});

export const samePerson = (row: number, before: number): RowRefusal => ({
  kind: 'same-person',
  sentence: `Row ${row}: duplicate of row ${before}.`,
});
