import type { Hold } from '@orgdesk/simulator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { cases } from '../../support/random/properties.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import type { Instance } from '../../support/service/start-service.ts';

const TOKEN_ENDPOINT = { path: '/login/oauth/access_token' };
const INTO_THE_WINDOW_MS = 28_800_000 - 180_000;
const RUNS = cases({ brief: 3, full: 30 });

type Step =
  | 'read'
  | 'read-by-cookie'
  | 'sign-out'
  | 'sign-in'
  | 'hold-before'
  | 'hold-after'
  | 'let-go'
  | 'fail-next'
  | 'make-due';

/** A step, the instance it goes to, and how many turns of the event loop pass before the next one begins. */
const steps = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<Step>('read', 'read-by-cookie') },
      { weight: 4, arbitrary: fc.constantFrom<Step>('hold-before', 'hold-after', 'let-go') },
      { weight: 3, arbitrary: fc.constantFrom<Step>('sign-out', 'sign-in', 'make-due') },
      { weight: 1, arbitrary: fc.constant<Step>('fail-next') },
    ),
    instance: fc.nat({ max: 1 }),
    turns: fc.nat({ max: 12 }),
  }),
  { minLength: 5, maxLength: 25 },
);

describe.each(ENGINES.map(({ name }) => name))('refresh on %s', (engine) => {
  const service = sharedService({ engine });
  let other: Instance | null = null;
  let person = 0;

  test('neither revives an ended session, nor spends a token twice, nor fails, in whatever order things happen', async () => {
    other = await service().addInstance();
    await fc.assert(
      fc.asyncProperty(steps, (plan) => play(plan)),
      { ...RUNS, endOnFailure: true },
    );
    expect(service().simulator.control.requests(TOKEN_ENDPOINT).length).toBeGreaterThan(RUNS.numRuns);
  });

  async function play(
    plan: readonly { readonly step: Step; readonly instance: number; readonly turns: number }[],
  ): Promise<void> {
    const { clock, simulator } = service();
    const { control } = simulator;
    const urls = [service().url, other?.url ?? service().url];
    const login = `person-${engine.toLowerCase()}-${person++}`;
    simulator.world.addUser({ login });
    clock.reset();
    const browser = createBrowser();
    const ended = new Set<string>();
    const waiting: Promise<void>[] = [];
    const holds: Hold[] = [];
    const letGo = () => {
      for (const hold of holds.splice(0)) hold.release();
    };
    let current = (await service().signIn(login, { browser })).id;
    clock.advance(INTO_THE_WINDOW_MS);

    const read = async (url: string, headers: Record<string, string>, id: string) => {
      const hadEnded = ended.has(id);
      const { status } = await fetchOnce(`${url}/api/auth/session`, { headers });
      expect(hadEnded ? [401] : [200, 401]).toContain(status);
    };
    const signOut = async (url: string, id: string) => {
      const answer = await fetchOnce(`${url}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${id}` },
      });
      expect(answer.status).toBe(200);
      ended.add(id);
    };
    // One after the other: the session that a sign-in ends is the one its browser has then.
    let signedIn: Promise<void> = Promise.resolve();
    const signIn = () => {
      signedIn = signedIn.then(signInNext);
      return signedIn;
    };
    const signInNext = async () => {
      const former = current;
      const { answer, id } = await service().signIn(login, { browser });
      expect(answer.status).toBe(302);
      current = id;
      if (id !== former) ended.add(former);
    };
    const perform: Readonly<Record<Step, (url: string) => Promise<void>>> = {
      read: (url) => read(url, { authorization: `Bearer ${current}` }, current),
      'read-by-cookie': (url) => read(url, { cookie: `host_session=${current}` }, current),
      'sign-out': (url) => signOut(url, current),
      'sign-in': signIn,
      'hold-before': async () => void holds.push(control.hold(TOKEN_ENDPOINT, 'before')),
      'hold-after': async () => void holds.push(control.hold(TOKEN_ENDPOINT, 'after')),
      'let-go': async () => letGo(),
      'fail-next': async () => void control.fault({ match: TOKEN_ENDPOINT, kind: 'bad-gateway-html', times: 1 }),
      'make-due': async () => clock.advance(INTO_THE_WINDOW_MS),
    };

    for (const { step, instance, turns } of plan) {
      waiting.push(perform[step](urls[instance] ?? service().url));
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    letGo();
    control.clearFaults();
    await Promise.all(waiting);

    for (const id of ended) {
      for (const url of urls) await read(url, { authorization: `Bearer ${id}` }, id);
    }
    expect(control.tokens(login).reuses).toBe(0);
  }
});
