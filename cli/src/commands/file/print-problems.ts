import type { CheckFilesAnswer, FileProblem, PlanFilesAnswer } from '../../../../client/src/index.ts';
import { filesIn, inCode, note, print, printable } from '../../output/print.ts';

export function printProblems(problems: readonly FileProblem[]): void {
  for (const problem of problems) print(`${printable(lineOf(problem))}\n    ${printable(sourceOf(problem))}\n`);
}

/** For a summary of a job: all of it is code. */
export const problemsAsMarkdown = (problems: readonly FileProblem[]): string =>
  ['### Problems in the files', '', '```text']
    .concat(problems.flatMap((problem) => [inCode(lineOf(problem)), `    ${inCode(sourceOf(problem))}`]))
    .concat('```')
    .map((line) => `${line}\n`)
    .join('');

function lineOf({ file, line, column, message, nearest }: FileProblem): string {
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `${file}:${line}:${column}: ${message}${hint}`;
}

const sourceOf = ({ line, source }: FileProblem): string => `${line} | ${source}`;

/** Hints are no problems: they go beside the plan. */
export function noteHints({ hints }: Pick<PlanFilesAnswer, 'hints'>): void {
  for (const { file, line, column, message } of hints) note(`${file}:${line}:${column}: ${message}`);
}

type Problems = Pick<CheckFilesAnswer, 'isCut'> & { readonly problems: readonly FileProblem[] };

export const noteProblems = ({ problems, isCut }: Problems, files: readonly unknown[]): void =>
  note(
    `${problems.length}${isCut ? ' and more' : ''} ${problems.length === 1 && !isCut ? 'problem' : 'problems'} in ${filesIn(files.length)}`,
  );
