import type { CheckFilesAnswer } from '../../../../client/src/index.ts';
import { printable } from '../../output/printable.ts';

export function printProblems({ problems }: CheckFilesAnswer): void {
  for (const { file, line, column, message, source, nearest } of problems) {
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    process.stdout.write(`${printable(`${file}:${line}:${column}: ${message}${hint}`)}\n    ${printable(source)}\n`);
  }
}
