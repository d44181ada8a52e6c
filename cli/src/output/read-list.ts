import type {
  ListEnd,
  Outcome,
  QueryOutcome,
  Withheld,
  WithheldData,
  WithheldLine,
} from '../../../client/src/index.ts';
import { ANSWER_LIMITS } from '../connection/bounded-fetch.ts';
import { dataOf, type Service } from '../connection/failure.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { warn } from './print.ts';

/** Of a list that is kept in memory: all its lines, or all its pages. */
const LIST_MAX_CHARACTERS = 64 * 1024 * 1024;

/** Bounds the memory of a list that is kept whole, whose lines or pages may not end. */
export function createListSize(): { add(part: unknown): void } {
  let characters = 0;
  return {
    add(part) {
      characters += JSON.stringify(part).length;
      if (characters > LIST_MAX_CHARACTERS) throw new Stop(LIST_TOO_LARGE);
    },
  };
}

const LIST_TOO_LARGE = `The service sent a list of more than ${LIST_MAX_CHARACTERS / 1024 / 1024} MB, which was not read to its end: check the address, or ask its operators.`;

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

export function warnOf({ part, subject, message, reason }: Withheld): void {
  if (reason === 'owners-only') return;
  const about = subject === null ? '' : ` of ${subject}`;
  warn(`Not complete: ${part.replaceAll('-', ' ')}${about}: ${message ?? reason.replaceAll('-', ' ')}.`);
}

/** Reads all pages of a list, which the client ends if they repeat. */
export async function readPages<Page, Row>(
  service: Service,
  pages: AsyncIterable<Outcome<Page> | QueryOutcome<Page>>,
  rowsOf: (page: Page, withheld: readonly WithheldData[]) => readonly Row[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const size = createListSize();
  const endsAt = performance.now() + ANSWER_LIMITS.streamMs;
  for await (const outcome of pages) {
    const page = await dataOf<Page>(service, outcome);
    if (performance.now() > endsAt) throw new Stop(PAGES_TOO_SLOW, EXIT.unavailable);
    size.add(page);
    for (const row of rowsOf(page, ('withheld' in outcome ? outcome.withheld : undefined) ?? [])) rows.push(row);
  }
  return rows;
}

const PAGES_TOO_SLOW =
  'The pages of the list did not come to an end in 31 minutes. Try again later, or ask the operators of the service.';
