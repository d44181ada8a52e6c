import { createWorld, type FaultEffect } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readInstallations } from '../../../src/code-host/app/installations.ts';
import { readProfile } from '../../../src/code-host/people/accounts.ts';
import { readOwnMembership } from '../../../src/code-host/people/memberships.ts';
import type { HostRefusal } from '../../../src/domain/host-refusal.ts';
import { FULL_LENGTH } from '../../support/series.ts';
import { limitOfStalledCalls } from '../../support/service/stalled-calls.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { type HostUnderTest, startHost } from '../host-under-test.ts';
import { closedAddress, startLoopback } from '../loopback.ts';

/** Ends faults that last for a while; those that last for ever are ended at once. */
const SHORT_LIMIT_MS = 1_000;
/** Long enough that a busy machine changes no outcome. */
const AMPLE_LIMIT_MS = 10_000;

/** Small world, because every fault gets its own simulator. */
const smallWorld = () =>
  createWorld((world) => {
    world.addUser({ login: 'ada' });
    world.enlarge('ada', { organizations: 2, installations: 2 });
  });

interface Call {
  readonly name: string;
  /** Requests it makes while every one of them fails. */
  readonly requests: number;
  /** Gets ready while all is well; answers the call itself, which can be made again after the fault. */
  prepare(setup: HostUnderTest): Promise<(callLimitMs: number) => Promise<Outcome>>;
}

type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: HostRefusal | { readonly kind: 'spent' } };

const CALLS: readonly Call[] = [
  {
    name: 'exchangeCode',
    requests: 1,
    async prepare({ authorize, hostWith }) {
      const exchanges = [await authorize('ada'), await authorize('ada')];
      return async (callLimitMs) => {
        const exchange = exchanges.shift();
        if (exchange === undefined) throw new Error('no code left');
        return hostWith({ callLimitMs }).exchangeCode(exchange);
      };
    },
  },
  {
    name: 'refresh',
    requests: 1,
    async prepare({ signIn, hostWith, simulator }) {
      // Some faults spoil only the answer: the refresh token was used up all the same.
      simulator.control.tokenSettings({ grace: true });
      const { refreshToken } = await signIn('ada');
      if (refreshToken === null) throw new Error('no refresh token was issued');
      return (callLimitMs) => hostWith({ callLimitMs }).refresh(refreshToken);
    },
  },
  {
    name: 'readProfile',
    requests: 3,
    async prepare({ signIn, host, hostWith, simulator }) {
      const { accessToken } = await signIn('ada');
      // The first GraphQL call of a simulator waits for its schema.
      await readProfile(host.as({ token: accessToken }));
      simulator.control.clearRequests();
      return (callLimitMs) => readProfile(hostWith({ callLimitMs }).as({ token: accessToken }));
    },
  },
  {
    name: 'readInstallations',
    requests: 1,
    async prepare({ signIn, hostWith }) {
      const { accessToken } = await signIn('ada');
      return (callLimitMs) => readInstallations(hostWith({ callLimitMs }).as({ token: accessToken }));
    },
  },
  {
    name: 'readOwnMembership',
    requests: 1,
    async prepare({ signIn, hostWith }) {
      const { accessToken } = await signIn('ada');
      return (callLimitMs) => readOwnMembership(hostWith({ callLimitMs }).as({ token: accessToken }), 'crowd-0001');
    },
  },
];

const FAULTS: readonly (readonly [FaultEffect, HostRefusal['kind']])[] = [
  [{ kind: 'reset' }, 'unreachable'],
  [{ kind: 'hang' }, 'unreachable'],
  [{ kind: 'slow-drip' }, 'unreachable'],
  [{ kind: 'delay', ms: 4 * SHORT_LIMIT_MS }, 'unreachable'],
  [{ kind: 'reply', status: 500, body: { message: 'Server Error' } }, 'unreachable'],
  [{ kind: 'reply', status: 503, headers: { 'retry-after': '1' } }, 'unreachable'],
  [{ kind: 'bad-gateway-html' }, 'unreachable'],
  [{ kind: 'html-200' }, 'unreachable'],
  [{ kind: 'empty' }, 'unreachable'],
  [{ kind: 'truncate' }, 'unreachable'],
  [{ kind: 'wrong-types' }, 'unreachable'],
  [{ kind: 'reply', status: 200, body: null }, 'unreachable'],
  [{ kind: 'reply', status: 200, body: [] }, 'unreachable'],
  [{ kind: 'reply', status: 204 }, 'unreachable'],
  [{ kind: 'huge' }, 'unreachable'],
  [{ kind: 'primary-rate-limit', status: 403 }, 'rate-limited'],
  [{ kind: 'primary-rate-limit', status: 429, spelling: 'RATE_LIMIT' }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit', status: 403 }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit', status: 403, retryAfter: null }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit', status: 429, retryAfter: 1 }, 'rate-limited'],
  [{ kind: 'reply', status: 418, body: { message: 'I am a teapot' } }, 'rejected'],
];

/** One that lasts its limit takes a second: in a short run only the first call has it. */
const faultsOf = (index: number) => FAULTS.filter(([{ kind }]) => FULL_LENGTH || kind !== 'delay' || index === 0);

describe.each(CALLS.map((call, index) => ({ ...call, index })))('$name', ({ requests, prepare, index }) => {
  test.for(faultsOf(index))('is refused in time, once, and works again after %o', async ([fault, kind]) => {
    const setup = await startHost({ world: smallWorld() });
    const { simulator, log } = setup;
    const call = await prepare(setup);
    const { remove } = simulator.control.fault(fault);
    const stalledCalls = limitOfStalledCalls(simulator);
    onTestFinished(stalledCalls.end);

    const outcome = await call(fault.kind === 'delay' ? SHORT_LIMIT_MS : stalledCalls.ms);

    expect(outcome).toMatchObject({ ok: false, refusal: { kind } });
    expect(simulator.control.count()).toBe(requests);
    expectNoSecrets([outcome, log.lines], setup);

    remove();
    expect(await call(AMPLE_LIMIT_MS)).toMatchObject({ ok: true });
  });

  test.for([301, 302, 307])('contacts nobody a redirect of status %i points to', async (status) => {
    const setup = await startHost({ world: smallWorld() });
    const call = await prepare(setup);
    const target = await startLoopback((_request, response) => response.end('{}'));
    setup.simulator.control.fault({ kind: 'redirect', status, location: `${target.url}/elsewhere` });

    const outcome = await call(AMPLE_LIMIT_MS);

    expect(outcome).toEqual({
      ok: false,
      refusal: { kind: 'unreachable', message: `answered ${status}; redirects are not followed` },
    });
    expect([setup.simulator.control.count(), target.hits()]).toEqual([requests, 0]);
    expectNoSecrets([outcome, setup.log.lines], setup);
  });
});

test('nobody listening is unreachable for every call', async () => {
  const setup = await startHost({ world: smallWorld() });
  const { authorize, signIn, hostWith } = setup;
  const exchange = await authorize('ada');
  const { accessToken, refreshToken } = await signIn('ada');
  const nobody = new URL(await closedAddress());
  const host = hostWith({ webUrl: nobody, apiUrl: nobody });

  const refusal = { kind: 'unreachable', message: 'connection refused (ECONNREFUSED)' };
  for (const call of [
    host.exchangeCode(exchange),
    host.refresh(refreshToken ?? accessToken),
    readProfile(host.as({ token: accessToken })),
    readInstallations(host.as({ token: accessToken })),
    readOwnMembership(host.as({ token: accessToken }), 'crowd-0001'),
  ]) {
    expect(await call).toEqual({ ok: false, refusal });
  }
});

test('a certificate that nobody vouches for is unreachable, and nothing is sent', async () => {
  const { createServer } = await import('node:tls');
  let bytes = 0;
  const server = createServer({}, (socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { hostWith, signIn } = await startHost();
  const { accessToken } = await signIn('ada');

  const host = hostWith({ apiUrl: new URL(`https://127.0.0.1:${port}`) });
  const outcome = await readInstallations(host.as({ token: accessToken }));

  expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
  expect(bytes).toBe(0);
});

test('many calls at once against a silent code host all end in time', async () => {
  const setup = await startHost({ world: smallWorld() });
  const { accessToken } = await setup.signIn('ada');
  const limit = createTimeLimit();
  const host = setup.hostWith({ callLimitMs: limit.ms });
  setup.simulator.control.fault({ kind: 'hang' });
  const calls = Array.from({ length: 100 }, () => readInstallations(host.as({ token: accessToken })));
  await expect.poll(() => setup.simulator.control.stalled()).toHaveLength(100);
  limit.come();
  const outcomes = await Promise.all(calls);

  expect(outcomes.every((outcome) => !outcome.ok && outcome.refusal.kind === 'unreachable')).toBe(true);
  setup.simulator.control.clearFaults();
  expect(await readInstallations(setup.host.as({ token: accessToken }))).toMatchObject({ ok: true });
});

function expectNoSecrets(output: unknown, { simulator }: HostUnderTest): void {
  const text = JSON.stringify(output);
  for (const secret of [
    ...simulator.control.issuedSecrets(),
    simulator.app.clientSecret,
    '127.0.0.1',
    'ghu_',
    'ghr_',
  ]) {
    expect(text).not.toContain(secret);
  }
}
