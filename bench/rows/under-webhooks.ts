import { orderFor, percentile } from '../measuring/compare.ts';
import { ask } from '../measuring/requests.ts';
import { atMost } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { servePeople } from './people-served.ts';
import { requestsOf, sideOf } from './sides.ts';
import { delivery } from './webhook.ts';

const REPOSITORIES = 10_000;
const OWNER = 'crowd-0001';
/** 500 reads a second: what waits for others shows, and the service is not busy with them alone. */
const EVERY_MS = 2;
const WARM_UP_MS = 4_000;
const QUIET_MS = 8_000;
const MOST_TIMES_QUIET = 3;

/** Row 12: how long a session read waits while events make the service fetch and store long lists. */
export async function underWebhooks(bench: Bench): Promise<readonly Finding[]> {
  const { simulator, load, isBrief } = bench;
  const { service, people } = await servePeople(bench, 'SQLite');
  const { installationIds } = simulator.world.enlarge('ada', { organizations: 1, installations: 1 });
  for (let number = 1; number <= REPOSITORIES; number += 1) {
    simulator.world.addRepository({ owner: OWNER, name: `repository-${number}` });
  }
  const side = await sideOf(
    service,
    requestsOf(people, () => '/api/auth/session'),
  );
  const p99 = async (ms: number): Promise<number> =>
    percentile((await load.run({ ...orderFor(side, { ms }, 1), everyMs: EVERY_MS, times: true })).times, 0.99);
  const secret = simulator.app.webhookSecret ?? '';
  const [id] = installationIds;
  const deliver = async (number: number): Promise<void> => {
    // Each says something else, or it would be a copy.
    const body = JSON.stringify({ action: 'added', installation: { id, app_id: Number(simulator.app.id) }, number });
    const { status } = await ask(service.port, delivery('installation_repositories', body, secret));
    if (status !== 200) throw new Error(`an event was answered with ${status}`);
  };

  await deliver(0);
  await p99(WARM_UP_MS);
  const windowMs = isBrief ? QUIET_MS / 2 : QUIET_MS;
  const quiet = await p99(windowMs);
  const over = new AbortController();
  let delivered = 0;
  const delivering = (async () => {
    while (!over.signal.aborted) {
      // A change each time: otherwise nothing would have to be stored.
      simulator.world.addRepository({ owner: OWNER, name: `another-${delivered}` });
      delivered += 1;
      await deliver(delivered);
    }
  })();
  const busy = await p99(windowMs);
  over.abort();
  await delivering;
  return [
    atMost(
      `99th percentile of the session read, ${delivered} lists of ${REPOSITORIES.toLocaleString('en-US')} meanwhile`,
      {
        ours: busy,
        reference: quiet,
        unit: 'ms',
        most: MOST_TIMES_QUIET,
      },
    ),
  ];
}
