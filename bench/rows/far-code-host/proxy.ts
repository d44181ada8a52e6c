import { readFileSync } from 'node:fs';
import { leastDisturbed, median } from '../../measuring/compare.ts';
import { ask, type Request, wireText } from '../../measuring/requests.ts';
import { atMost } from '../../reporting/findings.ts';
import type { Bench, Finding } from '../../reporting/row.ts';
import { startReference, startService } from '../../servers/bench-service.ts';
import { signIn } from '../../worlds/sign-in.ts';
import { databaseUrlOf } from '../people-served.ts';

const OPERATION = 'OrganizationSummary';
const DOCUMENT = new URL(`../../../client/src/operations/${OPERATION}.graphql`, import.meta.url);
const ADDED_MS = 0.3;
const WARM_UP_CALLS = 10_000;
/** Per turn. */
const CALLS = 200;
/** Per way; the second fastest counts. */
const TURNS = 60;
const BRIEF_TURNS = 12;

/** Row 6: time that the GraphQL proxy adds to a call, one call at a time. */
export async function proxy(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, load, folder, isBrief, profile: nodeOptions } = bench;
  const service = await startService({
    codeHost,
    port: bench.signInPort,
    databaseUrl: await databaseUrlOf(bench, 'SQLite'),
    folder,
    nodeOptions,
  });
  bench.closing.defer(service.stop);
  const session = await signIn(service.url, 'ada');
  const token = await codeHost.act('lastToken');
  const direct = new URL(codeHost.graphqlUrl);
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
  const bare = await startReference('bare-proxy', { folder, env: { TARGET: direct.href, TOKEN: token } });
  bench.closing.defer(bare.stop);
  const channels = [];
  for (const { port, path, credential } of [
    { port: Number(direct.port), path: direct.pathname, credential: token },
    { port: service.port, path: '/api/github/graphql', credential: session },
    { port: bare.port, path: '/', credential: token },
  ]) {
    const request = call(path, credential);
    const bodyBytes = await answerBytes(port, request);
    const order = { port, requests: [wireText(request)], status: 200, bodyBytes, connections: 1, times: true };
    channels.push(load.open(order));
  }
  for (const channel of channels) await channel.run({ answers: isBrief ? CALLS * 3 : WARM_UP_CALLS });
  const before = await service.figures();
  const turns = isBrief ? BRIEF_TURNS : TURNS;
  const taken: number[][] = channels.map(() => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [way, channel] of channels.entries())
      taken[way]?.push(median((await channel.run({ answers: CALLS })).times));
  }
  const after = await service.figures();
  for (const channel of channels) channel.close();
  const [callMs = 0, throughServiceMs = 0, throughBareMs = 0] = taken.map(leastDisturbed);
  const cpuMs = (after.cpuMicros - before.cpuMicros) / 1000 / (turns * CALLS);
  return [
    {
      ...atMost(`GraphQL proxy: added to a call of ${callMs.toFixed(2)} ms`, {
        ours: throughServiceMs - callMs,
        reference: ADDED_MS,
        unit: 'ms',
      }),
      byClock: true,
      limit: [
        `a bare server that only passes the call on adds ${(throughBareMs - callMs).toFixed(2)} ms`,
        `processor time of the service for a call: ${cpuMs.toFixed(2)} ms`,
      ],
    },
  ];
}

/** Returns the length of an answer. Throws if the query failed. */
async function answerBytes(port: number, request: Request): Promise<number> {
  const { status, body } = await ask(port, request);
  const text = body.toString('utf8');
  const { data, errors } = JSON.parse(text) as { readonly data?: object; readonly errors?: object };
  if (status === 200 && data !== undefined && errors === undefined) return body.length;
  throw new Error(`a query was not answered: ${status} ${text.slice(0, 300)}`);
}
