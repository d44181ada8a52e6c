import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient, personalKey, stopPersonalReads } from '../src/lib/reading/query-client.ts';

/** Observes a query whose reads never end, and reports which of them were cancelled. */
function observedRead(client: QueryClient, queryKey: readonly string[]) {
  const begun: AbortSignal[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ({ signal }) => {
      begun.push(signal);
      return new Promise<string>(() => {});
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  return { cancellations: () => begun.map(({ aborted }) => aborted) };
}

const passed = () => new Promise((resolve) => setTimeout(resolve));
const newClient = () => createQueryClient({ onFailure: () => {} });

test('cancels personal reads, including later ones, and restarts them on request', async () => {
  const client = newClient();
  const early = observedRead(client, personalKey('early'));
  const reads = stopPersonalReads(client);
  const late = observedRead(client, personalKey('late'));
  await passed();
  expect([early.cancellations(), late.cancellations()]).toEqual([[true], [true]]);

  reads.end({ beginAgain: true });
  await passed();
  expect([early.cancellations(), late.cancellations()]).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('continues other reads, and allows personal ones after the end', async () => {
  const client = newClient();
  const reads = stopPersonalReads(client);
  const about = observedRead(client, ['about']);
  await passed();
  reads.end({ beginAgain: false });
  const later = observedRead(client, personalKey('later'));
  await passed();

  expect([about.cancellations(), later.cancellations()]).toEqual([[false], [false]]);
});
