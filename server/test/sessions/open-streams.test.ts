import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../src/domain/observations.ts';
import { createOpenStreams } from '../../src/http/open-streams.ts';
import { DOWNLOADS, LISTS } from '../../src/lib/limits/http.ts';
import type { SessionKey } from '../../src/lib/secrets.ts';

const ACME = 10;

const sessionOf = (id: number) => ({
  key: String(id) as SessionKey,
  user: { id, login: `person-${id}`, name: null, avatarUrl: null },
});

test.each([
  ['file', DOWNLOADS],
  ['list', LISTS],
] as const)('the people of one organization leave half of the slots (%s) to all others', (kind, bounds) => {
  const streams = createOpenStreams(kind, bounds, UNOBSERVED);
  const left = new AbortController();
  const counted = Array.from({ length: bounds.inAll }, (_, id) =>
    streams.enter(sessionOf(id), left.signal)?.countFor(ACME),
  );
  expect(counted.filter((hasRoom) => hasRoom)).toHaveLength(bounds.ofOrganization);
  expect(bounds.ofOrganization).toBeLessThanOrEqual(bounds.inAll / 2);
  left.abort();
  const others = new AbortController();
  expect(streams.enter(sessionOf(0), others.signal)?.countFor(ACME)).toBe(true);
});

test('streams of people without rights take no slot of others', () => {
  const streams = createOpenStreams('file', DOWNLOADS, UNOBSERVED);
  const { signal } = new AbortController();
  for (let id = 0; id < DOWNLOADS.inAll; id += 1) streams.enter(sessionOf(id), signal);
  expect(streams.enter(sessionOf(1_000), signal)?.countFor(ACME)).toBe(true);
  const left = AbortSignal.abort();
  expect(streams.enter(sessionOf(1_001), left)?.countFor(ACME)).toBe(true);
});
