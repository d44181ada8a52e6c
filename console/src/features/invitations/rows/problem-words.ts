import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { problemWords as wordsOf } from '@orgdesk/people-files/problem-words';
import type { RowProblem } from '@orgdesk/people-files/review';
import { formatCount } from '../../../lib/words/reader-locale.ts';

export const problemWords = (problem: RowProblem, role: string): string =>
  wordsOf(problem, role, formatCount(JOB_ROWS_MAX));
