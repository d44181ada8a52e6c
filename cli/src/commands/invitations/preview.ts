import { setTimeout as delay } from 'node:timers/promises';
import type { InvitationPreviewRow } from '@orgdesk/client';
import { JOB_ROWS_MAX, PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { Role } from '@orgdesk/people-files/cells';
import {
  type CheckedPerson,
  type InvitationPreview,
  type InviteeState,
  isOpen,
  NO_PREVIEW,
  nextBatch,
  peopleIn,
  requestRow,
  startedPreview,
  stateOf,
  withAnswers,
} from '@orgdesk/people-files/preview';
import { problemText } from '@orgdesk/people-files/problem-texts';
import type { ReviewedRow } from '@orgdesk/people-files/review';
import { dataOf, type Service } from '../../connection/failure.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { createProgress } from '../../output/progress.ts';
import type { Columns } from '../../output/rows.ts';

interface Invitees {
  readonly rows: readonly ReviewedRow[];
  readonly role: Role;
  readonly teams: readonly string[];
}

const FRUITLESS_MAX = 3;
const WAIT_SECONDS = 5;

export async function previewInvitations(
  service: Service,
  organization: string,
  { rows: all, role, teams }: Invitees,
): Promise<InvitationPreview> {
  const people = peopleIn(all, { role, teams: teams.map((name) => ({ id: null, name })) });
  const { signal } = service;
  const progress = createProgress();
  let preview = startedPreview(NO_PREVIEW, people);
  let fruitless = 0;
  try {
    for (let batch = nextBatch(preview); batch.length > 0; batch = nextBatch(preview)) {
      const open = preview.people.filter(isOpen).length;
      if (people.length > PREVIEW_ROWS_MAX) progress.show(people.length - open, people.length, 'checked');
      const rows = batch.flatMap((index) => preview.people[index] ?? []).map(requestRow);
      const sent = { path: { login: organization }, body: { rows }, signal };
      const answer = await dataOf(service, service.client.previewInvitations(sent));
      preview = withAnswers(preview, batch, answer);
      if (preview.people.filter(isOpen).length < open) {
        fruitless = 0;
        continue;
      }
      fruitless += 1;
      const wait = answer.retryAfterSeconds ?? WAIT_SECONDS;
      if (fruitless === FRUITLESS_MAX) throw new Stop(unchecked(open, answer.rows[0]?.message, wait), EXIT.unavailable);
      progress.show(people.length - open, people.length, `checked; waiting ${wait} s for the code host`);
      await delay(wait * 1_000, undefined, { signal });
    }
  } finally {
    progress.end();
  }
  return preview;
}

const unchecked = (open: number, message: string | null | undefined, wait: number): string =>
  `${open} people could not be checked, so no one was invited${message ? `: ${message}` : '.'} Try again in ${wait} s.`;

interface PreviewRow {
  readonly where: string;
  readonly person: string;
  readonly state: InviteeState | 'left-out';
  readonly detail: string | null;
  /** The account's name. An account may have none; without an account, `createdAt` and `avatarUrl` are null as well. */
  readonly name: string | null;
  readonly createdAt: string | null;
  readonly avatarUrl: string | null;
  /** Reasons to doubt that this account belongs to the person in the list. */
  readonly warnings: InvitationPreviewRow['warnings'];
}

export const rowsOf = ({ people }: InvitationPreview, rows: readonly ReviewedRow[]): readonly PreviewRow[] => [
  ...rows.filter(({ problem }) => problem === 'heading').map(leftOut),
  ...people.map((invitee) =>
    invitee.problem === null
      ? {
          where: invitee.where,
          person: invitee.person,
          state: stateOf(invitee),
          detail: detailOf(invitee, people),
          ...(invitee.answer?.account ?? NO_ACCOUNT),
          warnings: invitee.answer?.warnings ?? [],
        }
      : leftOut(invitee),
  ),
];

const NO_ACCOUNT = { name: null, createdAt: null, avatarUrl: null } as const;

const leftOut = ({ where, person, problem, roleText }: ReviewedRow): PreviewRow => ({
  where,
  person,
  state: 'left-out',
  detail: problem === null ? null : problemText(problem, roleText, String(JOB_ROWS_MAX)),
  ...NO_ACCOUNT,
  warnings: [],
});

function detailOf({ answer, sameAs }: CheckedPerson, people: readonly CheckedPerson[]): string | null {
  if (sameAs !== null) return `same as ${people[sameAs]?.where}`;
  return answer?.message ?? answer?.invitation?.failure ?? answer?.unknownTeams.join(', ') ?? null;
}

export const PREVIEW_COLUMNS: Columns<PreviewRow> = {
  row: ({ where }) => where,
  person: ({ person }) => person,
  state: ({ state }) => state.replaceAll('-', ' '),
  detail: ({ detail }) => detail,
  name: ({ name }) => name,
  created: ({ createdAt }) => createdAt?.slice(0, 10) ?? null,
  'double-check': ({ warnings }) => warnings.map((warning) => WARNING_TEXTS[warning]).join(', '),
};

const WARNING_TEXTS: Readonly<Record<PreviewRow['warnings'][number], string>> = {
  'new-account': 'new account',
  'other-name': 'other name than listed',
  'no-name': 'no name to compare',
  'profile-unread': 'profile not read',
};
