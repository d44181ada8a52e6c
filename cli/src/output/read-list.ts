import type { ListEnd, Outcome, Withheld, WithheldLine } from '../../../client/src/index.ts';
import { dataOf, type Service } from '../connection/failure.ts';
import { EXIT } from '../connection/stop.ts';
import { createListSize } from './list-size.ts';
import { warn } from './note.ts';

/** Reads a whole list. Warns of what is missing, and sets the exit code if it should not be. */
export async function readList<Line extends { readonly kind: string }, Row>(
  service: Service,
  lines: AsyncIterable<Outcome<Line | WithheldLine | ListEnd>>,
  rowsOf: (line: Line | WithheldLine | ListEnd) => readonly Row[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const size = createListSize();
  for await (const outcome of lines) {
    const line = await dataOf(service, outcome);
    size.add(line);
    if (line.kind === 'withheld' && 'withheld' in line) warnOf(line.withheld);
    else if (line.kind === 'end' && 'isComplete' in line && !line.isComplete) process.exitCode = EXIT.incomplete;
    else for (const row of rowsOf(line)) rows.push(row);
  }
  return rows;
}

export function warnOf({ part, subject, words, reason }: Withheld): void {
  if (reason === 'owners-only') return;
  const about = subject === null ? '' : ` of ${subject}`;
  warn(`Not complete: ${part.replaceAll('-', ' ')}${about}: ${words ?? reason.replaceAll('-', ' ')}.`);
}
