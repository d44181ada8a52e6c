import { fileURLToPath } from 'node:url';
import { createWorld, type Simulator, startSimulator } from '@orgdesk/simulator';
import { createTestPostgres } from '../../server/test/support/databases/postgres.ts';
import { codeHostSettings } from '../../server/test/support/service/code-host-settings.ts';
import { residentMegabytes, watch } from '../../server/test/support/service/process-figures.ts';
import { runProgram } from '../../server/test/support/service/program.ts';
import type { Finding } from './finding.ts';

const INSTALLATIONS = 100_000;
/** Heap far too small for the whole list. */
const HEAP_MEGABYTES = 96;
const MAIN = fileURLToPath(new URL('../../server/src/main.js', import.meta.url));

/**
 * Runs `orgdesk reconcile` with little memory, on PostgreSQL: into an empty database, then after changes without
 * webhooks. Each run redelivers an event that never arrives.
 */
export async function manyInstallations(): Promise<readonly Finding[]> {
  const postgres = await createTestPostgres();
  const world = createWorld((fresh) => {
    fresh.addUser({ login: 'owner' });
    fresh.enlarge('owner', { organizations: INSTALLATIONS, installations: INSTALLATIONS });
  });
  const simulator = await startSimulator({ world, app: { webhookUrl: 'http://127.0.0.1:9/nobody' } });
  simulator.control.rateLimits({ core: 1_000_000 });
  try {
    const [first] = world.installations();
    simulator.control.platform.suspend(first?.id ?? 0);
    await simulator.control.settled();
    const compare = (after: string, differences: string) => compareOnce(simulator, postgres.url, after, differences);
    const filled = await compare('into an empty database', `${INSTALLATIONS} added, 0 changed, 0 removed, 1 recovered`);

    const [one, two, ...others] = world.installations().slice(1);
    world.removeInstallation(one?.id ?? 0);
    world.suspendInstallation(two?.id ?? 0);
    world.renameOrganization(world.organizationById(others.at(-1)?.accountId ?? 0)?.login ?? '', 'renamed');
    world.addOrganization({ login: 'late' });
    world.addInstallation({ account: 'late' });
    return [filled, await compare('after four silent changes', '1 added, 2 changed, 1 removed, 1 recovered')];
  } finally {
    await simulator.close();
    await postgres.remove();
  }
}

async function compareOnce(simulator: Simulator, databaseUrl: string, after: string, bound: string): Promise<Finding> {
  const startedAt = performance.now();
  const program = runProgram({
    command: [process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`, MAIN],
    parameters: ['reconcile'],
    env: {
      DATABASE_URL: databaseUrl,
      ...codeHostSettings(simulator),
      TOKEN_SECRET: 'a token secret of the fault runs',
    },
  });
  const mostMegabytes = watch(residentMegabytesIfThere, program);
  const { code } = await program.ended;
  const figure = (name: string): string => new RegExp(`^\\s*${name}\\s+(\\d+)`, 'm').exec(program.out())?.[1] ?? '?';
  const seen = [
    `${figure('missing in the cache, added')} added`,
    `${figure('changed, brought up to date')} changed`,
    `${figure('gone, removed from the cache')} removed`,
    `${figure('Lost deliveries asked for again')} recovered`,
  ].join(', ');
  const cost = `${Math.round((performance.now() - startedAt) / 1000)} s, ${Math.round(mostMegabytes())} MB`;
  return {
    what: `${INSTALLATIONS} installations compared ${after}, with ${HEAP_MEGABYTES} MB for objects`,
    bound,
    seen: code === 0 ? `${seen} (${cost})` : `ended with ${code}: ${program.err().slice(-300)}`,
    ok: code === 0 && seen === bound,
  };
}

/** Returns 0 for an ended program. */
function residentMegabytesIfThere(process: { readonly pid: number }): number {
  try {
    return residentMegabytes(process) || 0;
  } catch {
    return 0;
  }
}
