import { styleText } from 'node:util';
import { configuredTargets } from '../../audit/head-targets.ts';
import { createAppChecks } from '../../code-host/app/app-checks.ts';
import { credentialsOf, signingKeyOf } from '../../lib/secrets.ts';
import { type Clock, type Log, systemClock } from '../../lib/system.ts';
import { CODE_HOST_SETTINGS } from '../config/code-host-settings.ts';
import { fileWarnings, type SettingsFile } from '../config/env-file.ts';
import { type Config, readDespiteProblems, settingsWarnings } from '../config/read-config.ts';
import { SERVICE_SETTINGS } from '../config/service-settings.ts';
import type { Environment } from '../config/settings.ts';
import type { CheckName, SettingsFacts } from '../doctor/check.ts';
import { diagnose, type Report, reportJson, reportText } from '../doctor/diagnose.ts';
import type { DoctorDeps, WaitingProgress } from '../doctor/readers.ts';
import type { DatabaseChecks } from '../doctor/store.ts';
import { createListenChecks } from '../doctor/try-listening.ts';
import { databaseChecksOf } from './database.ts';
import { fail } from './problems.ts';

/** Null runs all checks. */
export interface DoctorCommand {
  readonly only: readonly CheckName[] | null;
  readonly json: boolean;
}

const EXIT_CODES: Readonly<Record<Report['standing'], number>> = { ok: 0, warning: 4, failure: 5 };
/** Progress is shown only after this time. */
const SILENT_MS = 1_500;

const hasColours = (): boolean => styleText('red', 'x', { stream: process.stdout }) !== 'x';

export async function run(env: Environment, { only, json }: DoctorCommand, file: SettingsFile | null): Promise<void> {
  let waitingFor: readonly string[] = [];
  const timer = setInterval(() => {
    if (waitingFor.length > 0) process.stderr.write(`Waiting for ${waitingFor.join(', ')} …\n`);
  }, SILENT_MS);
  try {
    const progress = (waiting: readonly string[]) => {
      waitingFor = waiting;
    };
    const report = await checkSetup(env, { only, file, progress });
    process.stdout.write(json ? `${JSON.stringify(reportJson(report))}\n` : reportText(report, hasColours()));
    process.exitCode = EXIT_CODES[report.standing];
  } catch (error) {
    fail(`Not checked: ${error instanceof Error ? error.message : 'unknown error'}`);
  } finally {
    clearInterval(timer);
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface CheckSetupOptions {
  readonly only?: readonly CheckName[] | null;
  readonly file?: SettingsFile | null;
  readonly progress?: WaitingProgress;
}

/** Checks the setup, whether or not the service runs. */
export function checkSetup(
  env: Environment,
  { only = null, file = null, progress = () => {} }: CheckSetupOptions = {},
): Promise<Report> {
  const read = readDespiteProblems(env);
  // Misspelled names may already be reported as problems.
  const ofFile = file === null ? [] : fileWarnings(file);
  const warnings = read.problems.length === 0 ? settingsWarnings(env, read.config, file) : ofFile;
  const deps = doctorDeps({ ...read, warnings }, { clock: systemClock, log: SILENT });
  return diagnose(deps, only, progress);
}

/** `unusable` names the invalid settings. */
interface ReadSettings {
  readonly config: Config;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly unusable: ReadonlySet<string>;
}

interface DoctorContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly end?: AbortSignal;
  /** Default: opens the database itself. */
  readonly database?: DatabaseChecks;
  /** `listens` for a running service; by default, tries to listen. */
  readonly listen?: DoctorDeps['listen'];
}

export function doctorDeps(read: ReadSettings, context: DoctorContext): DoctorDeps {
  const { config, unusable } = read;
  const { clock, database = databaseOf(read, context), listen = listenOf(read) } = context;
  const host = config.codeHost;
  const { webUrl, apiUrl, appId, appSlug, appPrivateKey, clientId, clientSecret, webhookSecret } = CODE_HOST_SETTINGS;
  const canUse = (...settings: readonly { readonly name: string }[]) =>
    host !== null && settings.every(({ name }) => !unusable.has(name));
  const usable = <T>(setting: { readonly name: string }, value: T | undefined): T | null =>
    canUse(setting) && value !== undefined ? value : null;

  const settings: SettingsFacts = {
    problems: read.problems,
    isConfigured: host !== null,
    warnings: read.warnings,
    baseUrl: unusable.has(SERVICE_SETTINGS.baseUrl.name) ? null : config.baseUrl,
    appId: usable(appId, host?.appId),
    appSlug: usable(appSlug, host?.appSlug),
    clientId: usable(clientId, host?.clientId),
    hasWebhookSecret: host !== null && (host.webhookSecret !== null || unusable.has(webhookSecret.name)),
    hasTokenSecret: config.tokenSecrets.length > 0,
    databasePoolSize: config.databasePoolSize,
  };
  const checks = host === null ? null : createAppChecks(host, context);
  const canReach = canUse(webUrl, apiUrl);
  return {
    settings,
    addresses: canReach ? checks : null,
    app: canReach && canUse(appId, appPrivateKey) ? checks : null,
    client: canReach && canUse(clientId, clientSecret) ? checks : null,
    database,
    listen,
    headTargets: headTargetsOf(read),
    clock,
  };
}

/** A default has replaced the invalid address, so checking it is pointless. */
function listenOf({ config, unusable }: ReadSettings): DoctorDeps['listen'] {
  const { port, host, metricsPort, metricsHost } = SERVICE_SETTINGS;
  const names = [port, host, metricsPort, metricsHost];
  return names.some(({ name }) => unusable.has(name)) ? null : createListenChecks(config, { findsOrgdesk: true });
}

function headTargetsOf({ config, unusable }: ReadSettings): DoctorDeps['headTargets'] {
  const { auditHeadsUrl, auditHeadsPath } = SERVICE_SETTINGS;
  return [auditHeadsUrl, auditHeadsPath].some(({ name }) => unusable.has(name)) ? null : configuredTargets(config);
}

function databaseOf({ config, unusable }: ReadSettings, { clock, log }: DoctorContext): DatabaseChecks | null {
  if (config.codeHost === null || unusable.has(SERVICE_SETTINGS.databaseUrl.name)) return null;
  return databaseChecksOf(config, { clock, log }, signingKeyIn(config, unusable));
}

/** The signing key of the service, or null if a setting it is derived from is invalid. */
function signingKeyIn({ codeHost, sessionSecret }: Config, unusable: ReadonlySet<string>): Uint8Array | null {
  const { clientSecret, appPrivateKey, webhookSecret } = CODE_HOST_SETTINGS;
  const made = sessionSecret === null ? [clientSecret, appPrivateKey, webhookSecret] : [];
  const hindering = [SERVICE_SETTINGS.sessionSecret, ...made].some(({ name }) => unusable.has(name));
  return codeHost === null || hindering ? null : signingKeyOf(sessionSecret, credentialsOf(codeHost));
}
