import { EMAIL_MAX_CHARACTERS, JOB_ROWS_MAX, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { LeftOutReason } from '../rows/review.ts';

const WORDS: Readonly<Record<Exclude<LeftOutReason, 'bad-role'>, string>> = {
  'full-name': 'Looks like a full name, not a username. Put each username on its own line',
  heading: 'Used as a heading, not a username',
  'login-and-address': 'Has both a username and an email address: keep one',
  'no-column': 'Choose the column with usernames or email addresses',
  'no-person': 'Has no username or email address',
  'not-a-login': 'Not a username: use up to 39 letters, digits, and hyphens',
  'not-an-address': `Not an email address: use one @, no spaces, and up to ${EMAIL_MAX_CHARACTERS} characters`,
  'over-limit': `Over the limit of ${formatCount(JOB_ROWS_MAX)} people: send in another batch`,
  'too-many-teams': `Has more than ${JOB_TEAMS_MAX} teams`,
  'two-names': 'Names several people: use one row per person',
  removed: 'Removed by you',
  repeated: 'Duplicate of an earlier row',
};

export const problemWords = (reason: LeftOutReason, role: string): string =>
  reason === 'bad-role' ? `Unknown role “${role}”: use member, owner, or billing manager` : WORDS[reason];

export const canBeFixed = (reason: LeftOutReason): boolean =>
  !['heading', 'no-column', 'over-limit', 'removed', 'repeated'].includes(reason);
