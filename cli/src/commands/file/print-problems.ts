import type { CheckFilesAnswer, FileProblem, PlanFilesAnswer } from '../../../../client/src/index.ts';
import { note } from '../../output/note.ts';
import { printable } from '../../output/printable.ts';

export function printProblems(problems: readonly FileProblem[]): void {
  for (const { file, line, column, message, source, nearest } of problems) {
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    process.stdout.write(`${printable(`${file}:${line}:${column}: ${message}${hint}`)}\n    ${printable(source)}\n`);
  }
}

/** Hints are no problems: they go beside the plan. */
export function noteHints({ hints }: Pick<PlanFilesAnswer, 'hints'>): void {
  for (const { file, line, column, message } of hints) note(printable(`${file}:${line}:${column}: ${message}`));
}

type Problems = Pick<CheckFilesAnswer, 'isCut'> & { readonly problems: readonly FileProblem[] };

export const noteProblems = ({ problems, isCut }: Problems, files: readonly unknown[]): void =>
  note(`${problems.length}${isCut ? ' and more' : ''} problems in ${files.length} files`);
