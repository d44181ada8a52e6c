import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@orgdesk/simulator';
import { MIGRATIONS } from '../../server/src/database/migrations/steps.ts';
import { createTestPostgres } from '../../server/test/support/databases/postgres.ts';
import { freePort } from '../../server/test/support/service/ports.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Finding } from './finding.ts';
import { envOf, type Instance, startInstance } from './instance.ts';
import { type Load, startLoad } from './load.ts';
import { requestsOf } from './rolling-restart.ts';
import { signInAt } from './sign-in-at.ts';

/** Links to the rooms of the project, relative to the clone. */
const OWN_PACKAGES = '@orgdesk';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'server/src/database/migrations';
const REQUESTS_PER_SECOND = 100;
/** Folders that hold packages of their own beside the common ones. */
const PACKAGES = ['.', 'server', 'contract', 'organization-files', 'client', 'console', 'simulator'];

/**
 * The version before beside this one, on one PostgreSQL behind a balancer, under load: two instances of the version before
 * are replaced by this one, one after the other, and then taken back. The database begins as the version before leaves it.
 *
 * The version before is the last commit before the newest step of the schema was added, or the one that `FAULTS_REVISION` names.
 */
export async function twoVersions(): Promise<readonly Finding[]> {
  const revision = process.env.FAULTS_REVISION ?? revisionBefore();
  if (revision === null) return skipped('is in the history', 'this clone has none');
  const served = MIGRATIONS.at(-1)?.serves ?? 1;
  if (served > versionAt(revision)) {
    return skipped('runs beside this one', `the schema serves versions from ${served} on`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-version-before-'));
  const former = join(folder, 'tree');
  git('worktree', 'add', '--detach', former, revision);
  try {
    for (const name of PACKAGES) await linkPackages(name, former);
    return await replace(join(former, 'server/src/main.js'), revision);
  } finally {
    git('worktree', 'remove', '--force', former);
    await rm(folder, { recursive: true, force: true });
  }
}

const skipped = (bound: string, reason: string): readonly Finding[] => [
  { what: 'the version before', bound, seen: `skipped: ${reason}`, ok: true },
];

const git = (...parameters: readonly string[]): string =>
  execFileSync('git', [...parameters], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The newest commit with a lower version of the schema; null where the history does not reach back so far. */
function revisionBefore(): string | null {
  const now = versionAt('HEAD');
  try {
    const commits = git('log', '--format=%H', '--', FOLDER).split('\n');
    const former = commits.findIndex((commit) => versionAt(commit) < now);
    const first = commits[former - 1];
    return former === -1 || first === undefined ? null : git('rev-parse', `${first}~1`);
  } catch {
    return null;
  }
}

/** Steps are in a list that begins with the initial schema, whose version stands above it. */
function versionAt(revision: string): number {
  const files = git('ls-tree', '-r', '--name-only', revision, '--', FOLDER).split('\n');
  const steps = files.find((file) => file.endsWith('/steps.ts'));
  if (steps === undefined) throw new Error(`${revision} has no steps.ts below ${FOLDER}`);
  const text = git('show', `${revision}:${steps}`);
  const [, list = ''] = /MIGRATIONS: readonly Migration\[\] = \[([^\]]*)\]/.exec(text) ?? [];
  const [, initial = ''] = /INITIAL_VERSION = (\d+)/.exec(text) ?? [];
  return Number(initial) - 1 + (list.match(/\w+/g)?.length ?? 0);
}

/** The packages of this clone, but the rooms of the project, which are those of the former version. */
async function linkPackages(name: string, former: string): Promise<void> {
  const [packages, linked] = [join(ROOT, name, 'node_modules'), join(former, name, 'node_modules')];
  const entries = await readdir(packages).catch((): readonly string[] => []);
  if (entries.length > 0) await mkdir(linked);
  for (const entry of entries) {
    if (entry !== OWN_PACKAGES) await symlink(join(packages, entry), join(linked, entry));
  }
  if (entries.includes(OWN_PACKAGES)) {
    await cp(join(packages, OWN_PACKAGES), join(linked, OWN_PACKAGES), { recursive: true, verbatimSymlinks: true });
  }
}

async function replace(formerMain: string, revision: string): Promise<readonly Finding[]> {
  const postgres = await createTestPostgres();
  const ports = [await freePort(), await freePort()] as const;
  const simulator = await startSimulator({ app: { callbackUrls: [`http://localhost:${ports[0]}/api/auth`] } });
  simulator.control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });
  const instances: Instance[] = [];
  try {
    for (const own of ports) {
      const env = { ...envOf(simulator, postgres.url, ports[0], own), SHUTDOWN_DELAY: '' };
      instances.push(await startInstance(env, formerMain));
    }
    const balancer = await startBalancer(instances.map(({ url }) => url));
    try {
      return await replaceUnderLoad(instances, balancer, { formerMain, revision });
    } finally {
      await balancer.close();
    }
  } finally {
    await Promise.all(instances.map(({ program }) => program.stop('SIGKILL')));
    await simulator.close();
    await postgres.remove();
  }
}

async function replaceUnderLoad(
  instances: readonly Instance[],
  balancer: Balancer,
  { formerMain, revision }: { readonly formerMain: string; readonly revision: string },
): Promise<readonly Finding[]> {
  for (const { url } of instances) await balancer.until(url, 'used');
  const [first] = instances;
  if (first === undefined) throw new Error('there is no instance');
  const headers = await signInAt(first.url, 'ada');
  const load = startLoad(requestsOf(balancer.url, headers), REQUESTS_PER_SECOND);
  await pause(1_000);
  const findings: Finding[] = [];
  const step = async (what: string, main: string | undefined) => {
    const before = load.failures().length;
    for (const instance of instances) {
      await instance.program.stop('SIGTERM');
      await balancer.until(instance.url, 'unused');
      instance.program = (await startInstance(instance.env, main)).program;
      await balancer.until(instance.url, 'used');
      // Both versions at once.
      await signInAt(instance.url, 'grace');
      await pause(1_000);
    }
    findings.push(found(what, load, before));
  };
  await step(`upgrade of two instances from ${revision.slice(0, 8)}, one after the other`, undefined);
  await step('and back', formerMain);
  await step('and forth again', undefined);
  await load.stop();
  const { status } = await fetch(`${first.url}/api/auth/session`, { headers });
  return [
    ...findings,
    { what: 'the session from before all that', bound: '200', seen: String(status), ok: status === 200 },
  ];
}

const found = (what: string, load: Load, before: number): Finding => {
  const failed = load.failures().slice(before);
  return {
    what: `${what}, at ${REQUESTS_PER_SECOND} requests a second`,
    bound: 'none failed',
    seen: `${failed.length} of ${load.count()} failed${failed.length === 0 ? '' : `: ${failed.slice(0, 3).join('; ')}`}`,
    ok: failed.length === 0,
  };
};
