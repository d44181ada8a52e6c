import { problemWords as wordsOf } from '@orgdesk/contract/invitations/rows/problem-words';
import type { RowProblem } from '@orgdesk/contract/invitations/rows/review';
import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { formatCount } from '../../../lib/words/reader-locale.ts';

export const problemWords = (problem: RowProblem, role: string): string =>
  wordsOf(problem, role, formatCount(JOB_ROWS_MAX));
