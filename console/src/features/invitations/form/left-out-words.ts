import { EMAIL_MAX_CHARACTERS, JOB_ROWS_MAX, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import type { LeftOutReason } from '../rows/review.ts';

const WORDS: Readonly<Record<Exclude<LeftOutReason, 'bad-role'>, string>> = {
  'full-name': 'reads like a full name, not a login or address; logins go on lines of their own',
  heading: 'taken for a heading, not for a login',
  'login-and-address': 'its row has a login and an address: one of them has to be chosen',
  'no-column': 'the column with the logins or addresses is not chosen',
  'no-person': 'its row has no login and no address',
  'not-a-login': 'not a login: those have letters, digits and hyphens, 39 at most',
  'not-an-address': `not an e-mail address: those have one @ and no blanks, ${EMAIL_MAX_CHARACTERS} characters at most`,
  'over-limit': `one job takes ${formatCount(JOB_ROWS_MAX)} people; this one is for another`,
  'too-many-teams': `has more than ${JOB_TEAMS_MAX} teams`,
  'two-names': 'names several people; each needs a row of their own',
  removed: 'removed by you',
  repeated: 'a repetition',
};

export const problemWords = (reason: LeftOutReason, role: string): string =>
  reason === 'bad-role' ? `has the role “${role}”; there are member, owner and billing manager` : WORDS[reason];

/** Whether editing can fix it. */
export const canBeFixed = (reason: LeftOutReason): boolean =>
  !['heading', 'no-column', 'over-limit', 'removed', 'repeated'].includes(reason);
