import { median } from '../../measuring/compare.ts';
import { atMost } from '../../reporting/findings.ts';
import type { Bench, Finding } from '../../reporting/row.ts';
import { startService } from '../../servers/bench-service.ts';
import type { CodeHost } from '../../servers/code-host.ts';
import { signIn } from '../../worlds/sign-in.ts';
import { databaseUrlOf } from '../people-served.ts';

const INVITEES = 50;
const LATENCY_MS = 100;
/** Ten batches of five; each person is fetched, then invited. */
const ROUND_TRIPS = 20;
const AT_ONCE = 5;
const RUNS = 3;

/** Row 8: fifty invitations at a distant code host. */
export async function massInvite(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, folder, profile: nodeOptions } = bench;
  const service = await startService({
    codeHost,
    port: bench.signInPort,
    databaseUrl: await databaseUrlOf(bench, 'SQLite'),
    folder,
    nodeOptions,
  });
  bench.closing.defer(service.stop);
  const authorization = `Bearer ${await signIn(service.url, 'ada')}`;
  await codeHost.act('allowInvitations', 'acme', 10_000);
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const userLogins = Array.from({ length: INVITEES }, (_, index) => `invitee-${run}-${index}`);
    await codeHost.act('addUsers', userLogins);
    await codeHost.act('answerAfterMs', LATENCY_MS);
    const startedAt = performance.now();
    const answer = await fetch(`${service.url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ userLogins }),
    });
    const text = await answer.text();
    const { success } = JSON.parse(text) as { readonly success?: readonly string[] };
    const took = performance.now() - startedAt;
    await codeHost.act('answerAfterMs', 0);
    if (success?.length !== INVITEES)
      throw new Error(`not everybody was invited: ${answer.status} ${text.slice(0, 300)}`);
    // The first opens the connections.
    if (run > 0) times.push(took);
  }
  await codeHost.act('answerAfterMs', LATENCY_MS);
  const directMs: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) directMs.push(await roundTripsMs(codeHost));
  await codeHost.act('answerAfterMs', 0);
  return [
    {
      ...atMost(`mass invite of ${INVITEES}, ${LATENCY_MS} ms away`, {
        ours: median(times),
        reference: ROUND_TRIPS * LATENCY_MS,
        unit: 'ms',
        most: 1.03,
      }),
      byClock: true,
      limit: [`${ROUND_TRIPS} round trips of five calls at once, made directly: ${median(directMs).toFixed(0)} ms`],
    },
  ];
}

/** Times direct calls. The code host refuses them, which takes as long. */
async function roundTripsMs({ apiUrl }: CodeHost): Promise<number> {
  const startedAt = performance.now();
  for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
    const calls = Array.from({ length: AT_ONCE }, (_, index) => fetch(`${apiUrl}/users/invitee-0-${index}`));
    await Promise.all(calls.map(async (call) => (await call).arrayBuffer()));
  }
  return performance.now() - startedAt;
}
