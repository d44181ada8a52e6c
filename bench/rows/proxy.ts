import { readFileSync } from 'node:fs';
import { median } from '../measuring/compare.ts';
import { ask, type Request, wireText } from '../measuring/requests.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startService } from '../servers/bench-service.ts';
import { signIn } from '../worlds/sign-in.ts';
import { databaseUrlOf } from './people-served.ts';

const OPERATION = 'OrganizationSummary';
const DOCUMENT = new URL(`../../client/src/operations/${OPERATION}.graphql`, import.meta.url);
const ADDED_MS = 0.3;
const WARM_UP_CALLS = 1_000;

/** Row 6: what the GraphQL proxy adds to a call, one call at a time. */
export async function proxy(bench: Bench): Promise<readonly Finding[]> {
  const { simulator, load, folder, thoroughness, isBrief, profile: nodeOptions } = bench;
  const service = await startService({
    simulator,
    port: bench.signInPort,
    databaseUrl: await databaseUrlOf(bench, 'SQLite'),
    folder,
    nodeOptions,
  });
  bench.closing.defer(service.stop);
  const session = await signIn(service.url, 'ada');
  const [token] = simulator.control
    .issuedSecrets()
    .filter((secret) => secret.startsWith('ghu_'))
    .slice(-1);
  const direct = new URL(simulator.graphqlUrl);
  const body = JSON.stringify({
    query: readFileSync(DOCUMENT, 'utf8'),
    operationName: OPERATION,
    variables: { login: 'acme' },
  });
  const call = (path: string, credential: string): Request => ({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', 'user-agent': 'bench' },
    body,
  });
  const ways = [
    { port: service.port, request: call('/api/github/graphql', session) },
    { port: Number(direct.port), request: call(direct.pathname, token ?? '') },
  ] as const;
  const [through, directly] = [await ask(ways[0].port, ways[0].request), await ask(ways[1].port, ways[1].request)];
  for (const answer of [through, directly]) {
    const { data, errors } = JSON.parse(answer.body.toString('utf8')) as {
      readonly data?: object;
      readonly errors?: object;
    };
    if (answer.status !== 200 || data === undefined || errors !== undefined) {
      throw new Error(`a query was not answered: ${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`);
    }
  }
  const medianMs = async (way: 0 | 1, answers: number): Promise<number> => {
    const { port, request } = ways[way];
    const { body: expected } = way === 0 ? through : directly;
    const order = { port, requests: [wireText(request)], status: 200, bodyBytes: expected.length, connections: 1 };
    return median((await load.run({ ...order, until: { answers }, times: true })).times);
  };
  await medianMs(0, WARM_UP_CALLS);
  await medianMs(1, WARM_UP_CALLS);
  const added: number[] = [];
  const callMs: number[] = [];
  for (let pair = 0; pair < thoroughness.pairs; pair += 1) {
    const throughMs = await medianMs(0, isBrief ? 300 : 1_000);
    const directMs = await medianMs(1, isBrief ? 300 : 1_000);
    added.push(throughMs - directMs);
    callMs.push(directMs);
  }
  const finding = atMost(`GraphQL proxy: added to a call of ${median(callMs).toFixed(2)} ms`, {
    ours: median(added),
    reference: ADDED_MS,
    unit: 'ms',
  });
  return [finding];
}
