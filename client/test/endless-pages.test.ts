import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';

/** Counts the pages, each of which names the next by `nextOf`. */
function clientBy(nextOf: (count: number) => unknown) {
  let count = 0;
  const fetch = async (address: unknown) => {
    count += 1;
    const next = nextOf(count);
    if (!String(address).includes('/graphql')) return Response.json({ rows: [], next });
    const pageInfo = { hasNextPage: true, endCursor: next };
    return Response.json({ data: { organization: { teams: { nodes: [], pageInfo } } } });
  };
  return createClient({ baseUrl: 'http://service.test', fetch });
}

const PATH = { login: 'acme', id: 'job' };

/** The number of pages, and why they ended. */
async function endOf(
  pages: AsyncIterable<{ readonly code?: string | undefined; readonly error?: string | undefined }>,
) {
  let count = 0;
  for await (const { code, error } of pages) {
    if (error !== undefined) return [count, code];
    count += 1;
  }
  return [count, null];
}

test.each<readonly [string, (count: number) => unknown, number]>([
  ['the same page again', () => 7, 2],
  ['pages in a circle', (count) => count % 3, 8],
  ['a further page each time', (count) => count, 50_000],
])('a list that names %s ends with a failure', async (_what, nextOf, most) => {
  const [count, code] = await endOf(clientBy(nextOf).pages('listJobRows', { path: PATH }));
  expect([code, Number(count) <= most]).toEqual(['wrong-pages', true]);
  const queried = clientBy((page) => String(nextOf(page))).queryPages('OrganizationTeams', { login: 'acme' });
  expect(await endOf(queried)).toEqual([count, 'wrong-pages']);
});

test.each([null, undefined, ''])('a further page without a cursor (%j) is no last page', async (cursor) => {
  const pages = clientBy(() => cursor).queryPages('OrganizationTeams', { login: 'acme' });
  expect(await endOf(pages)).toEqual([1, 'wrong-pages']);
});

test('pages that end are whole', async () => {
  const pages = clientBy((count) => (count < 200 ? count : null)).pages('listJobRows', { path: PATH });
  expect(await endOf(pages)).toEqual([200, null]);
});
