import { ok, type Result, refuse } from '../domain/result.ts';
import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import { type Environment, namesOf } from './settings.ts';
import { createSettingsReader, type SettingsReader } from './settings-reader.ts';
import { sourcesOf } from './sources.ts';

/** Every setting of the service, checked as a whole (decision N5). */
export type Config = Readonly<ReturnType<typeof readSettings>>;

/**
 * Reads the environment: the only place that does. Answers all problems at once, each naming its setting
 * and none repeating a value.
 */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const { config, problems } = readDespiteProblems(env);
  return problems.length === 0 ? ok(config) : refuse(problems);
}

/** The same for who goes on with what is of use: settings that are `unusable`, by name, have a value that nobody meant. */
export function readDespiteProblems(env: Environment) {
  const simulated = Object.values(CODE_HOST_SETTINGS).every((each) => sourcesOf(each, env).length === 0);
  const reader = createSettingsReader(env, simulated);
  for (const name of misspelledNames(env))
    reader.problem(`${name} is not a setting of this service. Is it misspelled?`);
  const config = readSettings(reader, simulated);
  if (simulated && config.isProduction) {
    reader.problem(
      `No code host is configured, and NODE_ENV is production: the simulated code host is for trying out only. Set ${REQUIRED_NAMES.join(', ')}.`,
    );
  }
  if (config.metricsPort === config.port) reader.problem('METRICS_PORT must differ from PORT.');
  return { config, problems: reader.problems, unusable: reader.unusable };
}

function readSettings({ read }: SettingsReader, simulated: boolean) {
  /** Null runs against the bundled, simulated code host. */
  const codeHost = simulated ? null : read(CODE_HOST_SETTINGS);
  const service = read(SERVICE_SETTINGS);
  return { ...service, codeHost, baseUrl: service.baseUrl ?? new URL(`http://localhost:${service.port}`) };
}

/** What has to be set for a real code host, for messages that tell the next step. */
const REQUIRED_NAMES = Object.values({ ...CODE_HOST_SETTINGS, ...SERVICE_SETTINGS })
  .filter((each) => 'required' in each)
  .map(({ name }) => name);

/** Names that look like code-host settings but are none: most likely misspelled. */
function misspelledNames(env: Environment): readonly string[] {
  const known = new Set(Object.values(CODE_HOST_SETTINGS).flatMap(namesOf));
  return Object.keys(env).filter((name) => name.startsWith('CODE_HOST_') && !known.has(name));
}
