import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { leastDisturbed, median, orderFor, percentile } from '../measuring/compare.ts';
import { ask } from '../measuring/requests.ts';
import { atMost, pauseFinding } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { repositoryNames } from '../worlds/repositories.ts';
import { servePeople } from './people-served.ts';
import { requestsOf, sideOf } from './sides.ts';
import { delivery } from './webhook.ts';

const REPOSITORIES = 10_000;
/** 500 reads a second: enough to show waiting, without keeping the service busy. */
const EVERY_MS = 2;
const WARM_UP_MS = 4_000;
const WINDOW_MS = 2_000;
/** Of each kind; the second fastest counts. */
const WINDOWS = 25;
const BRIEF_WINDOWS = 5;
const WRITES = 20;
const P99_MS = 2;

/** Row 12: how long a session read waits while events make the service fetch and store long lists. */
export async function underWebhooks(bench: Bench): Promise<readonly Finding[]> {
  const { codeHost, load, isBrief } = bench;
  const { service, people } = await servePeople(bench, 'SQLite');
  const { id, owner } = await codeHost.act('addLongList', 'ada', REPOSITORIES);
  const side = await sideOf(
    service,
    requestsOf(people, () => '/api/auth/session'),
  );
  const p99 = async (ms: number): Promise<number> =>
    percentile((await load.run({ ...orderFor(side, 1), everyMs: EVERY_MS, times: true }, { ms })).times, 0.99);
  const secret = codeHost.app.webhookSecret ?? '';
  const deliver = async (number: number): Promise<void> => {
    // Equal bodies would count as copies.
    const body = JSON.stringify({ action: 'added', installation: { id, app_id: Number(codeHost.app.id) }, number });
    const { status } = await ask(service.port, delivery('installation_repositories', body, secret));
    if (status !== 200) throw new Error(`an event was answered with ${status}`);
  };

  let delivered = 0;
  const quietThenBusy = async () => {
    const quiet = await p99(WINDOW_MS);
    const over = new AbortController();
    const delivering = (async () => {
      while (!over.signal.aborted) {
        // An unchanged list would not be stored.
        await codeHost.act('addRepository', owner, `another-${delivered}`);
        delivered += 1;
        await deliver(delivered);
      }
    })();
    const busy = await p99(WINDOW_MS);
    over.abort();
    await delivering;
    return { quiet, busy };
  };

  await deliver(0);
  await p99(WARM_UP_MS);
  await service.watch();
  const windows: { readonly quiet: number; readonly busy: number }[] = [];
  for (let turn = 0; turn < (isBrief ? BRIEF_WINDOWS : WINDOWS); turn += 1) windows.push(await quietThenBusy());
  const quietMs = leastDisturbed(windows.map(({ quiet }) => quiet));
  const busyMs = leastDisturbed(windows.map(({ busy }) => busy));
  const figures = await service.figures();
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return [
    {
      ...atMost(
        `99th percentile of the session read, ${delivered} lists of ${REPOSITORIES.toLocaleString('en-US')} meanwhile`,
        { ours: busyMs, reference: P99_MS, unit: 'ms' },
      ),
      byClock: true,
      limit: [
        `without lists: ${ms(quietMs)}`,
        `the longest turn of the event loop: ${figures.longestTurn.cpuMs.toFixed(0)} ms of work`,
        `storing such a list in SQLite, nothing else: ${ms(bareWriteMs(bench.folder))} in one turn`,
      ],
    },
    // Explains the percentile independently of other programs.
    pauseFinding('the same lists', figures),
  ];
}

/** Times how long SQLite takes to replace such a list on disk. */
function bareWriteMs(folder: string): number {
  const database = new DatabaseSync(join(folder, 'bare-write.db'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table lists (id integer primary key, list text)',
  );
  const list = repositoryNames('some-organization', REPOSITORIES).map((nameWithOwner) => ({
    nameWithOwner,
    url: `https://github.example/${nameWithOwner}`,
    isPrivate: true,
  }));
  const write = database.prepare('insert or replace into lists values (1, ?)');
  const times = Array.from({ length: WRITES }, (_, number) => {
    const text = JSON.stringify([...list, { number }]);
    const startedAt = performance.now();
    write.run(text);
    return performance.now() - startedAt;
  });
  database.close();
  return median(times);
}
