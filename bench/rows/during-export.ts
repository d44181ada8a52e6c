import { orderFor, percentile } from '../measuring/compare.ts';
import { ask } from '../measuring/requests.ts';
import { atMost, pauseFinding } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startService } from '../servers/bench-service.ts';
import { fillWithEntries } from '../worlds/audit-entries.ts';
import { signIn } from '../worlds/sign-in.ts';
import { databaseUrlOf } from './people-served.ts';
import { sideOf } from './sides.ts';

const ENTRIES = 1_000_000;
const BRIEF_ENTRIES = 100_000;
const EVERY_MS = 2;
const WINDOW_MS = 2_000;
const P99_MS = 50;
const ORGANIZATION = 'acme';

/** Row 14: how long a session read waits while a long audit log is downloaded. */
export async function duringExport(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, signInPort: port, folder, load, isBrief, profile: nodeOptions } = bench;
  const databaseUrl = await databaseUrlOf(bench, 'SQLite');
  const service = await startService({ codeHost, databaseUrl, folder, port, nodeOptions });
  bench.closing.defer(service.stop);
  const headers = { authorization: `Bearer ${await signIn(service.url, 'ada')}` };
  const { body } = await ask(port, { method: 'GET', path: '/api/organizations', headers });
  const { organizations } = JSON.parse(body.toString('utf8')) as {
    readonly organizations: readonly { readonly id: number; readonly login: string }[];
  };
  const organization = organizations.find(({ login }) => login === ORGANIZATION);
  if (organization === undefined) throw new Error(`nobody sees ${ORGANIZATION}`);
  const entries = isBrief ? BRIEF_ENTRIES : ENTRIES;
  await fillWithEntries(databaseUrl, organization, entries);

  const side = await sideOf(service, [{ method: 'GET', path: '/api/auth/session', headers }]);
  const order = { ...orderFor(side, 1), everyMs: EVERY_MS, times: true };
  const quiet = await load.run(order, { ms: WINDOW_MS });
  await service.watch();
  let lines: number | null = null;
  const download = (async () => {
    let count = 0;
    const answer = await fetch(`${service.url}/api/organizations/${ORGANIZATION}/audit-trail.ndjson`, { headers });
    for await (const bytes of answer.body ?? []) for (const byte of bytes) if (byte === NEWLINE) count += 1;
    lines = count;
  })();
  const times: number[] = [];
  while (lines === null) times.push(...(await load.run(order, { ms: WINDOW_MS })).times);
  await download;
  if (lines < entries) throw new Error(`only ${lines} entries were downloaded`);
  const what = `an export of ${entries.toLocaleString('en-US')} audit entries`;
  return [
    {
      ...atMost(`99th percentile of the session read during ${what}`, {
        ours: percentile(times, 0.99),
        reference: P99_MS,
        unit: 'ms',
      }),
      byClock: true,
      limit: [`without it: ${percentile(quiet.times, 0.99).toFixed(2)} ms`],
    },
    pauseFinding(what, await service.figures()),
  ];
}

const NEWLINE = 0x0a;
