import { expect, test } from 'vitest';
import { DOWNLOADS, LISTS } from '../../src/domain/limits/requests.ts';
import type { SessionKey } from '../../src/domain/session.ts';
import { UNOBSERVED } from '../../src/ports/operators/observations.ts';
import { createOpenStreams } from '../../src/watching/open-streams.ts';

const sessionOf = (id: number) => ({
  key: String(id) as SessionKey,
  user: { id, login: `person-${id}`, name: null, avatarUrl: null },
});

test.each([
  ['file', DOWNLOADS],
  ['list', LISTS],
] as const)('the people of one organization leave half of the places (%s) to all others', (kind, bounds) => {
  const streams = createOpenStreams(kind, bounds, UNOBSERVED);
  const left = new AbortController();
  const entered = Array.from({ length: bounds.inAll }, (_, id) =>
    streams.enter(sessionOf(id), left.signal, id % 2 === 0 ? 'acme' : 'ACME'),
  );
  expect(entered.filter((hasRoom) => hasRoom)).toHaveLength(bounds.ofOrganization);
  expect(bounds.ofOrganization).toBeLessThanOrEqual(bounds.inAll / 2);
  const others = new AbortController();
  expect(streams.enter(sessionOf(1_000), others.signal, 'globex')).toBe(true);
  left.abort();
  expect(streams.enter(sessionOf(0), others.signal, 'acme')).toBe(true);
});
