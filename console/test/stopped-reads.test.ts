import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient, personalKey, stopPersonalReads } from '../src/lib/reading/query-client.ts';

/** A read that is shown, and each time it began with whether it was given up. */
function shownRead(client: QueryClient, queryKey: readonly string[]) {
  const begun: AbortSignal[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ({ signal }) => {
      begun.push(signal);
      return new Promise<string>(() => {});
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  return { isGivenUp: () => begun.map(({ aborted }) => aborted) };
}

const passed = () => new Promise((resolve) => setTimeout(resolve));
const newClient = () => createQueryClient({ onFailure: () => {} });

test('reads of the person are given up, also those that begin later, and begin again when that is wished', async () => {
  const client = newClient();
  const early = shownRead(client, personalKey('early'));
  const reads = stopPersonalReads(client);
  const late = shownRead(client, personalKey('late'));
  await passed();
  expect([early.isGivenUp(), late.isGivenUp()]).toEqual([[true], [true]]);

  reads.end({ beginAgain: true });
  await passed();
  expect([early.isGivenUp(), late.isGivenUp()]).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('reads of others go on, and those of the person can begin once that has ended', async () => {
  const client = newClient();
  const reads = stopPersonalReads(client);
  const about = shownRead(client, ['about']);
  await passed();
  reads.end({ beginAgain: false });
  const later = shownRead(client, personalKey('later'));
  await passed();

  expect([about.isGivenUp(), later.isGivenUp()]).toEqual([[false], [false]]);
});
