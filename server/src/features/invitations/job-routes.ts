import { START_INVITATION_JOB } from '@orgdesk/contract';
import {
  JOB_KEY_MAX_CHARACTERS,
  JOB_ROWS_MAX,
  JOB_TEAMS_MAX,
  JOB_TITLE_MAX_CHARACTERS,
} from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import { marksOf } from '../../domain/account.ts';
import type { RequestedInvitation } from '../../domain/job.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { approvalResponses, approvedVersion } from '../../jobs/approve.ts';
import { jobView } from '../../jobs/job-view.ts';
import type { StepServices } from '../../jobs/services.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { fieldsIn, parseRequestedInvitation, type RequestedInvitationRefusal } from './requested-invitation.ts';
import { CANNOT_BE_ADDED, startInvitations } from './start-invitations.ts';

interface JobRequest {
  readonly key: string;
  readonly title: string | null;
  readonly rows: readonly RequestedInvitation[];
  readonly isContinued: boolean;
}

/** Names the row that keeps a job from being begun. */
interface RowRefusal {
  readonly kind: 'wrong-row' | 'same-person';
  readonly sentence: string;
}

type JobRefusal =
  | RowRefusal
  | { readonly kind: 'bad-key' | 'bad-title' | 'bad-continuation' | 'no-rows' | 'too-many-rows' };

const KEY = /^[\w-]+$/;

/** Refuses with the first mistake. */
function parseJob(body: unknown): Result<JobRequest, JobRefusal> {
  const { key, title = null, rows, continueAfterSignOut: isContinued = false } = fieldsIn(body);
  if (typeof key !== 'string' || key.length > JOB_KEY_MAX_CHARACTERS || !KEY.test(key))
    return refuse({ kind: 'bad-key' });
  if (!canBeTitle(title)) return refuse({ kind: 'bad-title' });
  if (typeof isContinued !== 'boolean') return refuse({ kind: 'bad-continuation' });
  const jobRows = parseRows(rows);
  return jobRows.ok ? ok({ key, title, rows: jobRows.value, isContinued }) : jobRows;
}

/** Refuses with the first mistake and its row number. */
export function parseRows(
  rows: unknown,
): Result<readonly RequestedInvitation[], RowRefusal | { readonly kind: 'no-rows' | 'too-many-rows' }> {
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
  return ok(jobRows);
}

const canBeTitle = (title: unknown): title is string | null =>
  title === null || (typeof title === 'string' && title !== '' && title.length <= JOB_TITLE_MAX_CHARACTERS);

const WRONG_ROWS: Readonly<Record<RequestedInvitationRefusal, string>> = {
  'no-person': 'enter a login or an email address.',
  'two-people': 'has both a login and an email address. Keep one of them.',
  'bad-login': 'not a valid login.',
  'bad-email': 'not a valid email address.',
  'bad-role': 'the role must be direct_member, admin or billing_manager.',
  'bad-teams': 'teams must be team IDs, without duplicates.',
  'too-many-teams': `has more than ${JOB_TEAMS_MAX} teams.`,
};

const wrongRow = (row: number, why: RequestedInvitationRefusal): RowRefusal => ({
  kind: 'wrong-row',
  sentence: `Row ${row}: ${WRONG_ROWS[why]}`,
});

const samePerson = (row: number, before: number): RowRefusal => ({
  kind: 'same-person',
  sentence: `Row ${row}: duplicate of row ${before}.`,
});

const bad = (error: string): RefusalResponse => ({ status: 400, error });

/** Refusals of what was sent to begin a job. */
const ofRequests = {
  'bad-key': bad(`The key must have 1 to ${JOB_KEY_MAX_CHARACTERS} letters, digits, dashes and underscores.`),
  'bad-title': bad(`The title must have 1 to ${JOB_TITLE_MAX_CHARACTERS} characters.`),
  'bad-continuation': bad('continueAfterSignOut must be true or false.'),
  'no-rows': bad('Please add at least one person to invite.'),
  'too-many-rows': bad(`You can invite up to ${JOB_ROWS_MAX} people in one batch.`),
  'wrong-row': bad(`Row N: ${Object.values(WRONG_ROWS).join(' Row N: ')}`),
  'same-person': bad('Row N: duplicate of row M.'),
  'cannot-be-added': { status: 409, error: `Row N: ${CANNOT_BE_ADDED}` },
  'other-rows': {
    status: 409,
    error: 'A batch with this key and different people already exists. Please use another key.',
  },
  ...approvalResponses,
  ...jobLimitResponses('batches'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const invitationJobRoutes: FastifyPluginAsync<StepServices> = async (app, services) => {
  const access = owners('send invitations');

  addEndpoint(
    app,
    START_INVITATION_JOB,
    { access, beforeRights: ({ body }) => parseJob(body), refusalResponses: ofRequests },
    async (request, owner, _reply, { isContinued: isAsked, ...invitations }) => {
      const { key } = invitations;
      const approve = () => approvedVersion(services, owner, { kind: 'invitations', isAsked, key });
      const job = await startInvitations(services, owner, requesterOf(request), invitations, { approve });
      return job.ok ? ok({ job: jobView(services.codeHost, job.value) }) : job;
    },
  );
};
