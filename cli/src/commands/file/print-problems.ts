import type { CheckFilesAnswer } from '../../../../client/src/index.ts';
import { note } from '../../output/note.ts';
import { printable } from '../../output/printable.ts';

export function printProblems({ problems }: CheckFilesAnswer): void {
  for (const { file, line, column, message, source, nearest } of problems) {
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    process.stdout.write(`${printable(`${file}:${line}:${column}: ${message}${hint}`)}\n    ${printable(source)}\n`);
  }
}

export const noteProblems = ({ problems, isCut }: CheckFilesAnswer, files: readonly unknown[]): void =>
  note(`${problems.length}${isCut ? ' and more' : ''} problems in ${files.length} files`);
