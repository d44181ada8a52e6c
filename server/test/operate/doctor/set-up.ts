import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, type Simulator, type SimulatorOptions, startSimulator, type World } from '@orgdesk/simulator';
import { expect, onTestFinished } from 'vitest';
import type { HostToken } from '../../../src/lib/secrets.ts';
import { checkSetup } from '../../../src/operate/commands/doctor.ts';
import { envFileText, withEnvFile } from '../../../src/operate/config/env-file.ts';
import type { Report, ReportLine } from '../../../src/operate/doctor/diagnose.ts';
import { ENGINES, type EngineName, type OpenStorage } from '../../support/databases/engines.ts';
import { grantOf, signInOf } from '../../support/databases/records.ts';
import { emptyFolder } from '../../support/empty-folder.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { type Program, runProgram, untilReady } from '../../support/service/program.ts';

/** Without a comma, which would make two of it. */
const TOKEN_SECRET = 'a token secret that seals what people of the tests have';
/** Set, since a derived secret would change with the App's credentials and be a second fault. */
const SESSION_SECRET = 'a session secret that signs the states of the tests';

/** A set-up that is as it should be, until a test plants something. */
export interface SetUp {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly database: OpenStorage;
  readonly env: Readonly<Record<string, string>>;
}

export interface SetUpOptions extends Pick<SimulatorOptions, 'kind' | 'app' | 'now' | 'serverVersion'> {
  readonly engine?: EngineName;
  /** Into a world with the organization acme, where ada is an owner and the App is installed. */
  readonly fill?: (world: World) => void;
  readonly baseUrl?: string;
  /** False for a database that nothing was started on. */
  readonly migrate?: boolean;
}

/** Sets the service up, without running it. */
export async function setUp(options: SetUpOptions = {}): Promise<SetUp> {
  const { engine = 'SQLite', fill = () => {}, migrate = true, app, now = Date.now, ...more } = options;
  const baseUrl = options.baseUrl ?? `http://localhost:${await freePort()}`;
  const world = createWorld((empty) => {
    empty.addUser({ login: 'ada' });
    empty.addOrganization({ login: 'acme' });
    empty.addMembership({ organization: 'acme', login: 'ada', role: 'admin' });
    empty.addInstallation({ account: 'acme' });
    fill(empty);
  }, now);
  const simulator = await startSimulator({
    ...more,
    now,
    world,
    app: { webhookUrl: `${baseUrl}/api/install/webhook`, callbackUrls: [`${baseUrl}/api/auth`], ...app },
  });
  onTestFinished(() => simulator.close());
  const database = await (ENGINES.find(({ name }) => name === engine) as (typeof ENGINES)[number]).open({
    migrate,
    tokenSecrets: [TOKEN_SECRET],
  });
  const env = {
    BASE_URL: baseUrl,
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    TOKEN_SECRET,
    SESSION_SECRET,
    ...codeHostSettings(simulator),
  };
  return { simulator, baseUrl, database, env };
}

/** Runs the service until the test has ended, with settings that differ from those of the set-up. */
export async function serveFor({ env, baseUrl }: SetUp, change: Settings = {}): Promise<Program> {
  const changed = { ...env, PORT: new URL(baseUrl).port, LOG_FORMAT: 'json', ...change };
  const program = runProgram({ env: changed });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  await untilReady(program, `http://127.0.0.1:${changed.PORT}`);
  return program;
}

type Settings = Readonly<Record<string, string>>;

/** Somebody who signed in a moment ago. */
export function signInNow({ database }: SetUp, grant: { readonly expires: boolean } = { expires: true }) {
  const now = new Date();
  const until = new Date(now.getTime() + 8 * 3_600_000);
  const record = signInOf('ada', 1);
  return database.storage.sessions.signIn({
    ...record,
    grant: {
      ...grantOf('ada'),
      accessToken: 'ghu_in_the_clear' as HostToken,
      accessTokenExpiresAt: grant.expires ? until : null,
      refreshTokenExpiresAt: grant.expires ? until : null,
    },
    createdAt: now,
    expiresAt: until,
  });
}

export const troublesIn = ({ lines }: Report): readonly ReportLine[] =>
  lines.filter(({ standing }) => standing !== 'ok' && standing !== 'note');

/** Checks, and that nothing that is said holds a secret. */
export async function check(
  { simulator, env }: SetUp,
  change: Readonly<Record<string, string | undefined>> = {},
  envFileMode: number | null = null,
): Promise<Report> {
  const changed = { ...env, ...change };
  const report = await (envFileMode === null ? checkSetup(changed) : checkFile(changed, envFileMode));
  const text = JSON.stringify(report);
  const { clientSecret, webhookSecret, privateKeyPem } = simulator.app;
  const secrets = [
    clientSecret,
    webhookSecret,
    TOKEN_SECRET,
    SESSION_SECRET,
    changed.CODE_HOST_CLIENT_SECRET,
    changed.TOKEN_SECRET,
    privateKeyPem?.slice(60, 120),
    'ghu_in_the_clear',
    ...simulator.control.issuedSecrets(),
    changed.DATABASE_URL?.startsWith('postgres') ? changed.DATABASE_URL : null,
  ];
  for (const secret of secrets) if (secret) expect(text).not.toContain(secret);
  return report;
}

/** Checks as the command does in a folder that has the settings in a file. */
function checkFile(settings: Readonly<Record<string, string | undefined>>, mode: number): Promise<Report> {
  const folder = emptyFolder();
  const present = Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined);
  writeFileSync(join(folder, 'orgdesk.env'), envFileText(Object.fromEntries(present)), { mode });
  const found = withEnvFile({}, { path: null, folder });
  if (!found.ok) throw new Error(found.refusal.join('\n'));
  return checkSetup(found.value.env, { file: found.value.file });
}
