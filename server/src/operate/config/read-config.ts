import { ok, type Result, refuse } from '../../lib/result.ts';
import { isLoopback } from '../../lib/texts.ts';
import { ALL_SETTINGS, misspelledNames, notASetting } from './all-settings.ts';
import { isOfAnotherHost } from './code-host-kinds.ts';
import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { fileWarnings, type SettingsFile } from './env-file.ts';
import { isQuoted } from './general-kinds.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import {
  type Environment,
  type Setting,
  type SettingDefinitions,
  type SettingKind,
  type SettingValues,
  type Source,
  sourcesOf,
} from './settings.ts';

/** Decision N5. */
export type Config = Readonly<ReturnType<typeof readSettings>>;

/** The only reader of the environment. Problems never contain values. */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const { config, problems } = readDespiteProblems(env);
  return problems.length === 0 ? ok(config) : refuse(problems);
}

/** `unusable` names the settings without a valid value. */
export function readDespiteProblems(env: Environment) {
  const simulated = mentionsNoCodeHost(env);
  const misspelled = refusedNames(env, simulated);
  const reader = createSettingsReader(env, { simulated, meant: misspelled.map(({ meant }) => meant?.setting) });
  for (const { name, meant } of misspelled) reader.problem(notASetting(name, meant?.name ?? null));
  const config = readSettings(reader, simulated);
  if (simulated && config.isProduction) {
    reader.problem(
      `No code host is configured, and NODE_ENV is production: the simulated code host is for evaluation only. Set ${REQUIRED_NAMES.join(', ')}.`,
    );
  }
  const { port, metricsPort } = SERVICE_SETTINGS;
  if (config.metricsPort === config.port && !reader.unusable.has(port.name) && !reader.unusable.has(metricsPort.name)) {
    reader.problem('METRICS_PORT must differ from PORT.', metricsPort);
  }
  const { webUrl, apiUrl } = CODE_HOST_SETTINGS;
  if (config.codeHost !== null && !reader.unusable.has(webUrl.name)) {
    const { codeHost, baseUrl } = config;
    if (
      codeHost.apiUrl !== null &&
      isOfAnotherHost(codeHost.apiUrl, codeHost.webUrl) &&
      !reader.unusable.has(apiUrl.name)
    ) {
      reader.problem(
        'CODE_HOST_API_URL and CODE_HOST_URL belong to different code hosts: remove CODE_HOST_API_URL, which is derived from CODE_HOST_URL.',
        apiUrl,
      );
    }
    if (baseUrl.origin === codeHost.webUrl.origin) {
      reader.problem("BASE_URL is the code host's URL: set it to orgdesk's public URL.", SERVICE_SETTINGS.baseUrl);
    }
  }
  return { config, problems: reader.problems, unusable: reader.unusable };
}

function readSettings({ read }: SettingsReader, simulated: boolean) {
  const codeHost = simulated ? null : read(CODE_HOST_SETTINGS);
  const service = read(SERVICE_SETTINGS);
  return { ...service, codeHost, baseUrl: service.baseUrl ?? new URL(`http://localhost:${service.port}`) };
}

const REQUIRED_NAMES = Object.values({ ...CODE_HOST_SETTINGS, ...SERVICE_SETTINGS })
  .filter((each) => 'required' in each)
  .map(({ name }) => name);

/** Settings for commands that only open the database. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'tokenSecrets' | 'logFormat'>;

/** Selects the same database as the service would. */
export function readDatabaseConfig(env: Environment): Result<DatabaseConfig, readonly string[]> {
  const { databaseUrl, databasePoolSize, tokenSecrets, logFormat } = SERVICE_SETTINGS;
  const { required: _, ...secretsIfAny } = tokenSecrets;
  const settings = { databaseUrl, databasePoolSize, tokenSecrets: secretsIfAny, logFormat };
  const simulated = mentionsNoCodeHost(env);
  const { read, problem, problems } = createSettingsReader(env, { simulated, meant: [] });
  for (const { name, meant } of refusedNames(env, simulated)) {
    if (Object.values(settings).some((each) => each.name === meant?.setting.name))
      problem(notASetting(name, meant?.name ?? null));
  }
  const config = read(settings);
  return problems.length === 0 ? ok(config) : refuse(problems);
}

/** Only names similar to the database setting, which has a default. */
export const databaseWarnings = (env: Environment): readonly string[] =>
  misspelledNames(env)
    .filter(({ meant }) => meant?.setting.name === SERVICE_SETTINGS.databaseUrl.name)
    .map(({ name, meant }) => notASetting(name, meant?.name ?? null));

/** Names that prevent startup. Other programs may use the rest. */
const refusedNames = (env: Environment, simulated: boolean) =>
  misspelledNames(env).filter(({ name, isCertain }) => (simulated ? name.startsWith('CODE_HOST_') : isCertain));

const mentionsNoCodeHost = (env: Environment): boolean =>
  Object.values(CODE_HOST_SETTINGS).every((each) => sourcesOf(each, env).length === 0);

/** Problems never contain values. */
interface SettingsReader {
  /** Uses the default for an absent, blank or invalid value. */
  read<S extends SettingDefinitions>(settings: S): SettingValues<S>;
  /** `setting` then has no valid value. */
  problem(message: string, setting?: Setting<unknown>): void;
  /** Settings with an invalid or misspelled value. */
  readonly unusable: ReadonlySet<string>;
  readonly problems: readonly string[];
}

interface SettingsReaderOptions {
  /** True if no code host is configured. */
  readonly simulated: boolean;
  /** Settings meant by misspelled names, not reported as missing too. */
  readonly meant: readonly unknown[];
}

function createSettingsReader(env: Environment, { simulated, meant }: SettingsReaderOptions): SettingsReader {
  const problems: string[] = [];
  const unusable = new Set<string>();
  const problem: SettingsReader['problem'] = (message, setting) => {
    problems.push(message);
    if (setting !== undefined) unusable.add(setting.name);
  };

  const read = (setting: Setting<unknown>): unknown => {
    const before = problems.length;
    const value = readOne(setting);
    if (problems.length > before || meant.includes(setting)) unusable.add(setting.name);
    return value;
  };

  const readOne = (setting: Setting<unknown>): unknown => {
    const [source, ...others] = sourcesOf(setting, env);
    if (source === undefined) {
      if (setting.required && !simulated && !meant.includes(setting))
        problem(`${setting.name} is missing. ${setting.meaning}`);
    } else if (others.length > 0) {
      problem(`${[source, ...others].map(({ name }) => name).join(' and ')} are both set: remove one of them.`);
    } else {
      const text = source.read();
      const value = text.ok ? parsed(setting.kind, text.value) : text;
      if (value.ok) return value.value;
      problem(`${text.ok ? source.subject : source.name} ${value.refusal}.`);
    }
    return setting.otherwise(simulated);
  };

  return {
    read: <S extends SettingDefinitions>(settings: S) =>
      // TypeScript cannot infer the type of each value in a loop.
      Object.fromEntries(Object.entries(settings).map(([key, each]) => [key, read(each)])) as SettingValues<S>,
    problem,
    unusable,
    problems,
  };
}

const parsed = <T>({ parse, takesQuotes }: SettingKind<T>, text: string): Result<T, string> =>
  isQuoted(text) && takesQuotes !== true ? refuse('has quotes around its value: remove them') : parse(text);

/** Warnings never contain values. */
export function settingsWarnings(
  env: Environment,
  config: SecretConfig & Pick<Config, 'baseUrl'>,
  file: SettingsFile | null,
): readonly string[] {
  const { codeHost, baseUrl } = config;
  return [
    ...(file === null ? [] : fileWarnings(file)),
    ...misspelledNames(env).map(({ name, meant }) => notASetting(name, meant?.name ?? null)),
    ...ALL_SETTINGS.flatMap((each) => sourcesOf(each, env).flatMap((source) => warningsOf(each.kind, source))),
    ...(codeHost !== null && !isLoopback(codeHost.webUrl.hostname) && isLoopback(baseUrl.hostname)
      ? ['BASE_URL points to this machine: people on other machines cannot sign in, and webhooks do not arrive.']
      : []),
    ...reusedSecrets(config),
  ];
}

type SecretConfig = Pick<Config, 'codeHost' | 'tokenSecrets' | 'sessionSecret'>;

function reusedSecrets({ codeHost, tokenSecrets, sessionSecret }: SecretConfig): readonly string[] {
  const secrets = [
    ...tokenSecrets.map((secret) => ['TOKEN_SECRET', secret] as const),
    ['SESSION_SECRET', sessionSecret] as const,
    ['CODE_HOST_WEBHOOK_SECRET', codeHost?.webhookSecret ?? null] as const,
    ['CODE_HOST_CLIENT_SECRET', codeHost?.clientSecret ?? null] as const,
  ];
  const named = secrets.filter(([, secret]) => secret !== null && secret !== '');
  return [...Map.groupBy(named, ([, secret]) => secret).values()].flatMap((same) => {
    const names = [...new Set(same.map(([name]) => name))];
    return names.length > 1 ? [`${names.join(' and ')} have the same value: use a different secret for each.`] : [];
  });
}

function warningsOf({ warning }: SettingKind<unknown>, { read, subject }: Source): readonly string[] {
  const text = read();
  const message = text.ok ? warning?.(text.value) : null;
  return message == null ? [] : [`${subject} ${message}.`];
}
