import type { FileProblem } from '@orgdesk/contract';
import { type NamedText, problemOfFiles } from '../check-files.ts';
import type { Stopped } from './thread.ts';

const MESSAGES: Readonly<Record<Stopped['reason'], string>> = {
  'too-complex': 'The files are too complex: simplify or split them.',
  'too-slow': 'Reading the files takes too long: simplify or split them.',
  'too-large': 'The result would be too large: simplify or split the files.',
};

/** Returns the problem of files that reached a bound, whose location is not known. */
export const stopProblem = (texts: readonly NamedText[], { reason }: Stopped): FileProblem =>
  problemOfFiles(texts, MESSAGES[reason]);
