import type { OrganizationPlan, PlanStep } from '@orgdesk/client';
import { countOf } from '../../components/jobs/get-jobs.ts';
import type { JobKindWords } from '../../components/jobs/job-kind.ts';
import { problemWords } from '../../components/jobs/job-words.ts';
import { counted } from '../../lib/words/reader-locale.ts';

export function stepWords({ kind, login, team, repository, from, to }: PlanStep): string {
  const [person, slug, place] = [login ?? '', team ?? '', repository ?? ''];
  const change = from === null ? 'Give' : to === null ? 'End' : 'Change';
  switch (kind) {
    case 'invite-person':
      return `Invite ${person}`;
    case 'add-person':
      return `Add ${person}`;
    case 'set-role':
      return `Change the role of ${person}`;
    case 'remove-person':
      return `Remove ${person}`;
    case 'create-team':
      return `Create the team ${slug}`;
    case 'edit-team':
      return `Edit the team ${slug}`;
    case 'delete-team':
      return `Delete the team ${slug}`;
    case 'set-team-role':
      return from === null ? `Add ${person} to ${slug}` : `Change the role of ${person} in ${slug}`;
    case 'remove-from-team':
      return `Remove ${person} from ${slug}`;
    case 'set-team-access':
      return `${change} access of ${slug} to ${place}`;
    case 'set-collaborator':
      return `${change} access of ${person} to ${place}`;
  }
}

export function valueWords({ from, to }: Pick<PlanStep, 'from' | 'to'>): string {
  return Object.keys(to ?? from ?? {})
    .filter((key) => key !== 'slug' && key !== 'parentId')
    .map((key) => {
      const shown = [from?.[key], to?.[key]].filter((value) => value !== undefined);
      return `${key}: ${shown.map((value) => (value === null || value === '' ? 'none' : value)).join(' to ')}`;
    })
    .join(', ');
}

export const signOf = ({ from, to }: Pick<PlanStep, 'from' | 'to'>): string =>
  from === null ? '+' : to === null ? '−' : '~';

export const stepCount = ({ steps }: Pick<OrganizationPlan, 'steps'>): string =>
  counted(steps.length, 'change', 'changes');

export const PLANS: JobKindWords = {
  kind: 'organization-file',
  noun: { one: 'plan', many: 'plans' },
  task: 'apply plans here',
  title: () => 'Plan',
  outcomes: () => ({
    changed: { words: 'Changed', variant: 'success' },
    sent: { words: 'Invited', variant: 'success' },
    'already-member': { words: 'Already a member', variant: 'secondary' },
    'already-invited': { words: 'Already invited', variant: 'secondary' },
    'not-found': { words: 'Not found', variant: 'danger' },
    'under-way': { words: 'In progress', variant: 'accent' },
    'nothing-to-do': { words: 'No change needed', variant: 'secondary' },
    'changed-since': {
      words: 'Changed since plan',
      variant: 'attention',
      reason: 'Somebody else changed it since the plan, so nothing was done. Plan again.',
    },
    refused: { words: 'Refused', variant: 'danger' },
    failed: {
      words: 'Unknown',
      variant: 'attention',
      reason: 'No response. The change may have been made. Plan again.',
    },
    cancelled: { words: 'Not changed', variant: 'secondary', reason: 'The plan was cancelled first.' },
    sending: { words: 'Changing', variant: 'accent' },
    ready: { words: 'Not changed yet', variant: 'secondary' },
  }),
  progressLabel: 'Changes made',
  left: (job) => `${counted(countOf(job, 'ready', 'sending'), 'change', 'changes')} not made yet`,
  notDone: (job) => problemWords(job, 'not changed', ['refused', 'changed-since', 'not-found']),
  running: '',
  paused: 'Nothing is changed until an owner resumes the plan.',
  cancel: ({ counts: { ready } }) => ({
    title: `Cancel the remaining ${counted(ready, 'change', 'changes')}?`,
    text: 'Changes already made stay.',
    yes: 'Cancel remaining',
    no: 'Keep changing',
  }),
  takeOver: () => 'The remaining changes will be made',
  rows: {
    heading: 'Change',
    one: 'change',
    many: 'changes',
    nameOf: ({ step }) => (step === null ? '' : stepWords(step)),
  },
  useAbout:
    () =>
    ({ step }) =>
      step === null ? '' : valueWords(step),
};
