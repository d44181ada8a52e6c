import { Ajv } from 'ajv';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { type Service, startService } from '../../support/service/start-service.ts';

const READS = [
  '/api/organizations/acme/access',
  '/api/install/requests',
  '/api/organizations/acme/invitations',
  '/api/organizations/acme/people',
  '/api/organizations/acme/people/grace',
  '/api/organizations/acme/people/grace/access',
  '/api/organizations/acme/people-review',
  '/api/organizations/acme/repositories/api/access',
];
const CHANGES: readonly (readonly [target: string, body: unknown])[] = [
  ['/api/organizations/acme/invitation-preview', { rows: [{ login: 'grace' }, { email: 'new@example.test' }] }],
  ['/api/organizations/acme/people/preview', { change: { kind: 'remove' }, logins: ['grace'] }],
];

/** Somebody signs in and asks for everything, and cache and code host are compared. */
async function useEverything({ url, signIn, upkeep }: Service): Promise<readonly number[]> {
  const { bearer } = await signIn('ada');
  await upkeep();
  const read = READS.map((target) => fetchOnce(`${url}${target}`, { headers: bearer }));
  const changed = CHANGES.map(([target, body]) =>
    fetchOnce(`${url}${target}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...bearer, 'content-type': 'application/json' },
    }),
  );
  return (await Promise.all([...read, ...changed])).map(({ status }) => status);
}

it.each(['cloud', 'enterprise-server'] as const)(
  'what answers of the code host look like is compiled once, however often it is asked: %s',
  async (hostKind) => {
    const service = await startService({ hostKind });
    onTestFinished(service.close);
    const compiling = vi.spyOn(Ajv.prototype, 'compile');
    onTestFinished(() => compiling.mockRestore());
    const first = await useEverything(service);
    expect(first).toContain(200);
    compiling.mockClear();
    // Nothing is answered from what was heard before.
    service.clock.advance(10 * 60_000);
    expect(await useEverything(service)).toEqual(first);
    expect(compiling.mock.calls).toEqual([]);
  },
);
