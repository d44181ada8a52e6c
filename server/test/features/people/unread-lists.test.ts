import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { LISTED, learned, peopleOf } from './people.ts';

const { service, control, signIn } = stoppedService();

const PAGES = 100;
const name = 'x'.repeat(10_000);

/** A page of a long list, about a megabyte. */
function pageAt(index: number, databaseId: number): object {
  const edges = Array.from({ length: 100 }, (_, entry) => ({
    role: 'MEMBER',
    node: { databaseId: 1 + index * 100 + entry, login: `person-${index}-${entry}`, name, avatarUrl: null },
  }));
  const pageInfo = { hasNextPage: index + 1 < PAGES, endCursor: String(index + 1) };
  return { data: { organization: { databaseId, membersWithRole: { totalCount: PAGES * 100, edges, pageInfo } } } };
}

test('a list nobody takes is not read on, and takes no memory but for what is on its way', async () => {
  const headers = await signIn('ada');
  const { id } = service().simulator.world.needOrganization('acme');
  for (let index = 0; index < PAGES; index += 1) {
    const variables = { after: index === 0 ? null : String(index) };
    control().fault({ kind: 'reply', status: 200, body: pageAt(index, id), match: { ...LISTED, variables } });
  }
  const { hostname, port, pathname } = new URL(peopleOf(service(), 'acme'));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${headers.authorization}\r\n\r\n`);
  await expect.poll(() => control().count(LISTED)).toBeGreaterThan(0);
  let before = 0;
  const standsStill = async () => {
    const now = control().count(LISTED);
    const same = now === before;
    before = now;
    await learned(service());
    return same;
  };
  await expect.poll(standsStill, { interval: 300 }).toBe(true);
  expect(control().count(LISTED)).toBeLessThan(PAGES / 2);
  socket.destroy();
});
