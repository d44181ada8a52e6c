import type { Outcome, QueryOutcome, WithheldData } from '../../../client/src/index.ts';
import { ANSWER_LIMITS } from '../connection/bounded-fetch.ts';
import { dataOf, type Service } from '../connection/failure.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { createListSize } from './list-size.ts';

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
    if (performance.now() > endsAt) throw new Stop(TOO_LONG, EXIT.unavailable);
    size.add(page);
    for (const row of rowsOf(page, ('withheld' in outcome ? outcome.withheld : undefined) ?? [])) rows.push(row);
  }
  return rows;
}

const TOO_LONG =
  'The pages of the list did not come to an end in 31 minutes. Try again later, or ask the operators of the service.';
