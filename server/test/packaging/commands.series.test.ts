import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commandOf, pairsOf, type Stage, stagesOf } from '../../../packaging/try/dockerfile.ts';
import { COMMANDS } from '../../src/operate/commands/table.ts';
import { run } from '../program/configured.ts';
import { ENGINES, freshDatabaseUrl } from '../support/databases/engines.ts';
import { signInOf } from '../support/databases/records.ts';
import { codeHostSettings } from '../support/service/code-host-settings.ts';
import { freePort } from '../support/service/ports.ts';
import { filesIn, installWrapper, ROOT, read, secretFolder } from './installed.ts';

type Settings = Readonly<Record<string, string>>;
type Argv = readonly [file: string, ...rest: readonly string[]];

/** How the documented command runs under a packaging, with the files of this machine in place of those of its image. */
interface Way {
  readonly name: string;
  /** Null for the PostgreSQL that a secret names. */
  readonly databaseIn: ((folder: string) => string) | null;
  /** The documented command without what runs it and without "doctor". */
  command(folder: string, settings: Settings): Argv;
  /** The environment that the packaging gives to the container. */
  env(folder: string, settings: Settings): Settings;
}

const image = stagesOf(join(ROOT, 'packaging/image/Dockerfile')).at(-1) as Stage;
const documented = (pattern: RegExp): readonly string[] =>
  (pattern.exec(read('docs/operations/packaging.md'))?.[1] ?? '').split(' ').filter((word) => word !== '');
/** Arguments of an image, as this machine has them. */
const here = (argv: readonly string[]): Argv => {
  const [, ...rest] = argv.map((word) => (word.startsWith('server/') ? join(ROOT, word) : word));
  return [process.execPath, ...rest];
};
const imageEnv = (folder: string): Settings => ({
  ...pairsOf(image, 'ENV'),
  HOST: '127.0.0.1',
  NODE_COMPILE_CACHE: folder,
});

function composed(file: string, databaseIn: Way['databaseIn']): Way {
  const [service = ''] = documented(new RegExp(`${file} run --rm --no-deps (\\S+) doctor`));
  const { environment } = parse(read(`packaging/compose/${file}`), { merge: true }).services[service];
  return {
    name: `Compose (${file})`,
    databaseIn,
    command: () => here(commandOf(image, 'ENTRYPOINT')),
    env: (folder, settings) => ({ ...imageEnv(folder), ...settings, ...filesIn(environment, folder) }),
  };
}

function kubernetes(): Way {
  const documents = parseAllDocuments(read('packaging/kubernetes/orgdesk.yaml')).map((each) => each.toJS());
  const { data } = documents.find(({ kind }) => kind === 'ConfigMap');
  const [container] = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  const own = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  return {
    name: 'Kubernetes',
    databaseIn: null,
    command: () => here(documented(/exec deployment\/orgdesk -- ([^`]+) doctor`/)),
    env: (folder, settings) => ({ ...imageEnv(folder), ...data, ...settings, ...filesIn(own, folder) }),
  };
}

const WAYS: readonly Way[] = [
  {
    name: 'systemd',
    databaseIn: (folder) => `sqlite:${join(folder, 'orgdesk.db')}`,
    command: (folder, settings) => ['sh', installWrapper(folder, settings)],
    env: () => ({}),
  },
  composed('sqlite.yaml', (folder) => `sqlite:${join(folder, 'data/orgdesk.db')}`),
  composed('postgres.yaml', null),
  kubernetes(),
];

/** Each command but those that run on, with arguments that change nothing, and what it then says. */
const proofsIn = (folder: string, isFile: boolean): Readonly<Record<string, readonly [readonly string[], RegExp]>> => ({
  doctor: [['--only', 'database', '--only', 'token-secret', '--only', 'app'], /\n0 failures, 0 warnings, 3 ok\.\n$/],
  migrate: [['--check'], /^The database is up to date/],
  reconcile: [[], /./],
  'rotate-keys': [['--check'], /./],
  backup: [isFile ? [join(folder, 'copy.db')] : ['--note'], /./],
  sessions: [['count'], /^1 sessions of 1 people\n$/],
  audit: [['verify'], /./],
  work: [['list'], /^No failed work\.\n$/],
});

describe.skipIf(process.platform === 'win32').each(WAYS)('under $name', ({ databaseIn, command, env }) => {
  test('each command runs with the settings, the secrets and the database of the service', async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const { CODE_HOST_APP_PRIVATE_KEY, CODE_HOST_CLIENT_SECRET, CODE_HOST_WEBHOOK_SECRET, ...named } =
      codeHostSettings(simulator);
    const tokenSecret = randomBytes(32).toString('hex');
    const postgresUrl = databaseIn === null ? await freshDatabaseUrl('PostgreSQL') : null;
    const folder = secretFolder({
      ...(postgresUrl !== null && { 'database-url': postgresUrl }),
      'app-private-key': CODE_HOST_APP_PRIVATE_KEY,
      'client-secret': CODE_HOST_CLIENT_SECRET,
      'webhook-secret': CODE_HOST_WEBHOOK_SECRET,
      'session-secret': randomBytes(32).toString('hex'),
      'token-secret': tokenSecret,
    });
    mkdirSync(join(folder, 'data'));
    const url = postgresUrl ?? databaseIn?.(folder) ?? '';
    const engine = ENGINES.find(
      ({ name }) => (name === 'SQLite') === (postgresUrl === null),
    ) as (typeof ENGINES)[number];
    const { storage } = await engine.open({ url, tokenSecrets: [tokenSecret] });
    const now = new Date();
    await storage.sessions.signIn({
      ...signInOf('ada', 1),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    });

    const port = String(await freePort());
    const settings = { ...named, BASE_URL: `http://localhost:${port}`, PORT: port };
    const argv = command(folder, settings);
    const proofs = proofsIn(folder, postgresUrl === null);
    expect(new Set([...Object.keys(proofs), 'serve', 'setup'])).toEqual(new Set(Object.keys(COMMANDS)));
    for (const [name, [parameters, says]] of Object.entries(proofs)) {
      const program = run({ command: argv, parameters: [name, ...parameters], folder, env: env(folder, settings) });
      const { code } = await program.ended;
      expect([name, code, program.out(), program.err()]).toEqual([
        name,
        0,
        expect.stringMatching(says),
        expect.any(String),
      ]);
    }
  });
});
