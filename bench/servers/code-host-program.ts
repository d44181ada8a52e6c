import { createWorld, startSimulator } from '@orgdesk/simulator';
import { DEEDS } from '../worlds/deeds.ts';
import type { CodeHostOptions, Command } from './code-host.ts';

/** The simulated code host, in a process of its own: it says where it is, and then does what it is told. */
const { callbackUrls, crowd } = JSON.parse(process.argv[2] ?? '{}') as CodeHostOptions;
const simulator = await startSimulator({
  app: { ...(callbackUrls === undefined ? {} : { callbackUrls }) },
  ...(crowd === undefined ? {} : { world: crowdedWorld(crowd) }),
});
simulator.control.rateLimits({ core: 10_000_000, graphql: 10_000_000 });

process.on('message', (message) => {
  const { deed, parameters } = message as Command;
  const act = DEEDS[deed] as (...all: readonly unknown[]) => unknown;
  process.send?.({ outcome: act(simulator, ...parameters) });
});
process.on('disconnect', () => process.exit());
const { url, apiUrl, graphqlUrl, app } = simulator;
process.send?.({ url, apiUrl, graphqlUrl, app });

/** Many organizations, each with the App and so many repositories. */
function crowdedWorld({ installations, repositories }: NonNullable<CodeHostOptions['crowd']>) {
  return createWorld((fresh) => {
    fresh.addUser({ login: 'owner' });
    const { organizations } = fresh.enlarge('owner', { organizations: installations, installations });
    for (const owner of organizations) {
      for (let number = 1; number <= repositories; number += 1)
        fresh.addRepository({ owner, name: `repository-${number}` });
    }
  });
}
