import type { Job, RowOutcome } from '@orgdesk/client';
import { countOf } from '../../components/jobs/get-jobs.ts';
import type { JobKindTexts, OutcomeBadge } from '../../components/jobs/job-kind.ts';
import { problemText } from '../../components/jobs/job-texts.ts';
import { counted } from '../../lib/reader-locale.ts';
import { teamName, useTeamNames } from '../../lib/reading/all-teams.ts';
import { ALREADY_INVITED, roleLabel } from './listed/invitation-texts.ts';

type Outcomes = Readonly<Partial<Record<RowOutcome, OutcomeBadge>>>;

const INVITING: Outcomes = {
  sent: { label: 'Invited', variant: 'success' },
  'already-invited': { label: 'Already invited', variant: 'secondary', reason: ALREADY_INVITED },
  'already-member': { label: 'Already a member', variant: 'secondary', counted: 'already joined' },
  refused: { label: 'Refused', variant: 'danger' },
  'not-found': { label: 'Not found', variant: 'danger', reason: 'No account with this username.' },
  failed: {
    label: 'Unknown',
    variant: 'attention',
    reason: 'Couldn’t confirm the result. The invitation may have been sent.',
  },
  cancelled: { label: 'Not sent', variant: 'secondary', reason: 'The batch was cancelled first.' },
  sending: { label: 'Sending', variant: 'accent' },
  ready: { label: 'Not sent yet', variant: 'secondary' },
};

const ADDING: Outcomes = {
  ...INVITING,
  sent: { label: 'Added', variant: 'success' },
  failed: {
    label: 'Unknown',
    variant: 'attention',
    reason: 'Couldn’t confirm the result. They may have been added.',
  },
  cancelled: { label: 'Not added', variant: 'secondary', reason: 'The batch was cancelled first.' },
  sending: { label: 'Adding', variant: 'accent' },
  ready: { label: 'Not added yet', variant: 'secondary' },
};

const verbOf = ({ addsPeople }: Job): string => (addsPeople ? 'added' : 'invited');
const people = (count: number): string => counted(count, 'person', 'people');

export const BATCHES: JobKindTexts = {
  kind: 'invitations',
  noun: { one: 'batch', many: 'batches' },
  task: 'invite people here',
  title: ({ title, progress }) => `${title === null ? '' : `${title}: `}${people(progress.total ?? 0)}`,
  outcomes: ({ addsPeople }) => (addsPeople ? ADDING : INVITING),
  progressLabel: 'People processed',
  left: (job) => `${people(countOf(job, 'ready', 'sending'))} not ${verbOf(job)} yet`,
  notDone: (job) => problemText(job, `not ${verbOf(job)}`, ['refused', 'not-found']),
  running: 'Up to one person per second.',
  paused: 'Nothing is sent until an owner resumes the batch.',
  cancel: ({ addsPeople, counts: { ready } }) => ({
    title: addsPeople
      ? `Stop adding the remaining ${people(ready)}?`
      : `Cancel the remaining ${counted(ready, 'invitation', 'invitations')}?`,
    text: `${addsPeople ? 'People already added stay.' : 'Invitations already sent stay valid.'} You can edit and resend the rest later.`,
    yes: 'Cancel remaining',
    no: 'Keep sending',
  }),
  takeOver: (job) => `The remaining people will be ${verbOf(job)}`,
  unknown: ({ addsPeople }) =>
    addsPeople
      ? {
          text: 'they may have been added',
          to: '/organizations/$login/people',
          link: 'people of the organization',
        }
      : {
          text: 'the invitation may have been sent',
          to: '/organizations/$login/invitations',
          link: 'open invitations',
        },
  roleLabel,
  useAbout: (login, rows) => {
    const names = useTeamNames(
      login,
      rows.some(({ teamIds }) => teamIds.length > 0),
    );
    return ({ role, teamIds }) => {
      const teams =
        names === null ? counted(teamIds.length, 'team', 'teams') : teamIds.map((id) => teamName(names, id)).join(', ');
      return `${roleLabel(role ?? 'direct_member')}${teamIds.length > 0 ? ` · ${teams}` : ''}`;
    };
  },
};
