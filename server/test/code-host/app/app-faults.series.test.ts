import type { FaultEffect } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CodeHost } from '../../../src/code-host/code-host.ts';
import type { RepositoriesRefusal } from '../../../src/domain/host-refusal.ts';
import { pieceOf } from '../../support/series.ts';
import { limitOfStalledCalls } from '../../support/service/stalled-calls.ts';
import { type HostUnderTest, NOON, startHost } from '../host-under-test.ts';
import { worldOfRepositories } from '../installation-worlds.ts';
import { closedAddress, startLoopback } from '../loopback.ts';

/** Ends faults that last for a while; those that last for ever are ended at once. */
const SHORT_LIMIT_MS = 1_000;
/** Long enough that a busy machine changes no outcome. */
const AMPLE_LIMIT_MS = 10_000;

type Outcome = { readonly ok: true } | { readonly ok: false; readonly refusal: RepositoriesRefusal };

interface Call {
  readonly name: string;
  /** The request that goes wrong. */
  readonly path: RegExp;
  run(host: CodeHost, installationId: number, deliveryId: string): Promise<Outcome>;
}

const READS: readonly Call[] = [
  { name: 'installation', path: /^\/app\/installations\/\d+$/, run: (host, id) => host.installation(id) },
  { name: 'installations', path: /^\/app\/installations$/, run: (host) => host.installations() },
  { name: 'repositoriesOf when minting', path: /access_tokens$/, run: (host, id) => host.repositoriesOf(id) },
  {
    name: 'repositoriesOf when listing',
    path: /^\/installation\/repositories$/,
    run: (host, id) => host.repositoriesOf(id),
  },
  { name: 'installationOn', path: /^\/orgs\/big\/installation$/, run: (host) => host.installationOn('big') },
  { name: 'registeredApp', path: /^\/app$/, run: (host) => host.registeredApp() },
  { name: 'deliveriesSince', path: /^\/app\/hook\/deliveries$/, run: (host) => host.deliveriesSince(NOON) },
];

const REDELIVER: Call = {
  name: 'redeliver',
  path: /attempts$/,
  run: (host, _id, deliveryId) => host.redeliver(deliveryId),
};

const FAULTS: readonly (readonly [FaultEffect, string])[] = [
  [{ kind: 'reset' }, 'unreachable'],
  [{ kind: 'hang' }, 'unreachable'],
  [{ kind: 'delay', ms: 4 * SHORT_LIMIT_MS }, 'unreachable'],
  [{ kind: 'reply', status: 500, body: { message: 'Server Error' } }, 'unreachable'],
  [{ kind: 'bad-gateway-html' }, 'unreachable'],
  [{ kind: 'html-200' }, 'unreachable'],
  [{ kind: 'empty' }, 'unreachable'],
  [{ kind: 'reply', status: 204 }, 'unreachable'],
  [{ kind: 'huge' }, 'unreachable'],
  [{ kind: 'primary-rate-limit', status: 403 }, 'rate-limited'],
  [{ kind: 'primary-rate-limit', status: 429 }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit', status: 403 }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit', status: 429, retryAfter: null }, 'rate-limited'],
  [{ kind: 'reply', status: 418, body: { message: 'I am a teapot' } }, 'rejected'],
];

const SPOILED_BODIES: typeof FAULTS = [
  [{ kind: 'slow-drip' }, 'unreachable'],
  [{ kind: 'truncate' }, 'unreachable'],
  [{ kind: 'wrong-types' }, 'unreachable'],
  [{ kind: 'reply', status: 200, body: null }, 'unreachable'],
  [{ kind: 'reply', status: 200, body: 'null' }, 'unreachable'],
  [{ kind: 'reply', status: 200, body: [[]] }, 'unreachable'],
];

async function startWithDelivery() {
  const { world, id } = worldOfRepositories(2);
  const setup = await startHost({ world });
  const receiver = await startLoopback((_request, response) => response.writeHead(503).end());
  setup.simulator.control.deliverTo(receiver.url);
  const delivery = await setup.simulator.control.sendRaw({ event: 'installation', body: '{}' });
  return { ...setup, id, deliveryId: String(delivery.id) };
}

const rows = [
  ...READS.flatMap((call) =>
    [...FAULTS, ...SPOILED_BODIES].map(([fault, kind]) => [call.name, fault, call, kind] as const),
  ),
];
const redeliverRows = FAULTS.map(([fault, kind]) => [REDELIVER.name, fault, REDELIVER, kind] as const);
const allRows = [...rows, ...redeliverRows];
/** Each of these waits for its limit. */
const lastsTheLimit = ([, { kind }]: (typeof allRows)[number]) => kind === 'delay';
const rowsOfThisRun = [...allRows.filter((row) => !lastsTheLimit(row)), ...pieceOf(allRows.filter(lastsTheLimit), 4)];

describe('as the App', () => {
  test.for(rowsOfThisRun)('%s is refused in time, once, and works again after %o', async (row) => {
    const [, fault, { path, run }, kind] = row;
    const setup = await startWithDelivery();
    const { simulator, log, id, deliveryId } = setup;
    const { remove } = simulator.control.fault({ ...fault, match: { path } });
    const stalledCalls = limitOfStalledCalls(simulator);
    onTestFinished(stalledCalls.end);
    const callLimitMs = fault.kind === 'delay' ? SHORT_LIMIT_MS : stalledCalls.ms;

    const outcome = await run(setup.hostWith({ callLimitMs }), id, deliveryId);

    expect(outcome).toMatchObject({ ok: false, refusal: { kind } });
    expect(simulator.control.count({ path })).toBe(1);
    expectNoSecrets([outcome, log.lines], setup);

    remove();
    expect(await run(setup.hostWith({ callLimitMs: AMPLE_LIMIT_MS }), id, deliveryId)).toMatchObject({ ok: true });
  });

  test.for([...READS, REDELIVER].flatMap((call) => [301, 302, 307].map((status) => [call, status] as const)))(
    '$0.name contacts nobody a redirect of status %i points to',
    async ([{ path, run }, status]) => {
      const setup = await startWithDelivery();
      const target = await startLoopback((_request, response) => response.end('{}'));
      setup.simulator.control.fault({ kind: 'redirect', status, location: `${target.url}/elsewhere`, match: { path } });

      expect(await run(setup.host, setup.id, setup.deliveryId)).toEqual({
        ok: false,
        refusal: { kind: 'unreachable', message: `answered ${status}; redirects are not followed` },
      });
      expect(target.hits()).toBe(0);
    },
  );

  test.for([...READS, REDELIVER])('$name is unreachable when nobody listens', async ({ run }) => {
    const { hostWith, id } = await startHost().then((setup) => ({ ...setup, id: 1 }));
    const nobody = new URL(await closedAddress());

    expect(await run(hostWith({ webUrl: nobody, apiUrl: nobody }), id, '1')).toEqual({
      ok: false,
      refusal: { kind: 'unreachable', message: 'connection refused (ECONNREFUSED)' },
    });
  });
});

test('a code host that repeats the credential it was shown has it blotted out', async () => {
  const server = await startLoopback((request, response) => {
    const isMinting = request.url?.endsWith('/access_tokens') === true;
    const message = `no: ${request.headers.authorization}`;
    const status = isMinting ? 201 : request.url?.startsWith('/app') ? 401 : 422;
    const body = isMinting ? { token: 'ghs_secret-of-this-test' } : { message };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const setup = await startHost();
  const host = setup.hostWith({ apiUrl: new URL(server.url) });

  const outcomes = [await host.installations(), await host.redeliver('1'), await host.repositoriesOf(1)];

  expect(outcomes.at(-1)).toEqual({
    ok: false,
    refusal: { kind: 'rejected', status: 422, message: 'no: Bearer [secret]' },
  });
  expect(setup.log.lines[0]).toMatchObject({ message: 'no: Bearer [secret]' });
  expectNoSecrets([outcomes, setup.log.lines], setup);
});

function expectNoSecrets(output: unknown, { simulator }: HostUnderTest): void {
  const text = JSON.stringify(output);
  const { clientSecret, privateKeyPem } = simulator.app;
  const keyLines = (privateKeyPem ?? '').split('\n').filter((line) => line !== '');
  for (const secret of [...simulator.control.issuedSecrets(), ...keyLines, clientSecret, '127.0.0.1', 'ghs_']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
}
