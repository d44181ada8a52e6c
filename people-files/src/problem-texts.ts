import { EMAIL_MAX_CHARACTERS, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import type { RowProblem } from './review.ts';

const TEXTS: Readonly<Record<Exclude<RowProblem, 'bad-role' | 'over-limit'>, string>> = {
  'full-name': 'Looks like a full name, not a username. Put each username on its own line',
  heading: 'Used as a heading, not a username',
  'login-and-address': 'Has both a username and an email address: keep one',
  'no-column': 'Choose the column with usernames or email addresses',
  'no-person': 'Has no username or email address',
  'not-a-login': 'Not a username: use up to 39 letters, digits, and hyphens',
  'not-a-list': 'Not clear who is meant: use one person per line, or usernames separated by commas',
  'not-an-address': `Not an email address: use one @, no spaces, and up to ${EMAIL_MAX_CHARACTERS} characters`,
  'too-many-teams': `Has more than ${JOB_TEAMS_MAX} teams`,
  'two-names': 'Names several people: use one row per person',
  repeated: 'Duplicate of an earlier row',
};

export function problemText(problem: RowProblem, role: string, peopleMax: string): string {
  if (problem === 'bad-role') return `Unknown role “${role}”: use member, owner, or billing manager`;
  if (problem === 'over-limit') return `Over the limit of ${peopleMax} people: send in another batch`;
  return TEXTS[problem];
}
