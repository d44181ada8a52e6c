import { createWorld, startSimulator } from '@orgdesk/simulator';
import { COMMANDS } from '../worlds/commands.ts';
import type { CodeHostOptions, Command } from './code-host.ts';

/** Runs the simulated code host in its own process: sends its addresses, then executes commands. */
const { callbackUrls, crowd } = JSON.parse(process.argv[2] ?? '{}') as CodeHostOptions;
const simulator = await startSimulator({
  app: { ...(callbackUrls === undefined ? {} : { callbackUrls }) },
  ...(crowd === undefined ? {} : { world: crowdedWorld(crowd) }),
});
simulator.control.rateLimits({ core: 10_000_000, graphql: 10_000_000 });

process.on('message', (message) => {
  const { name, parameters } = message as Command;
  const execute = COMMANDS[name] as (...all: readonly unknown[]) => unknown;
  process.send?.({ outcome: execute(simulator, ...parameters) });
});
process.on('disconnect', () => process.exit());
const { url, apiUrl, graphqlUrl, app } = simulator;
process.send?.({ url, apiUrl, graphqlUrl, app });

/** Creates organizations that each have the App and this number of repositories. */
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
