import { ok, type Result, refuse } from '../domain/result.ts';
import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { isOfAnotherHost } from './kinds/code-host.ts';
import { misspelledNames, notASetting } from './misspelled.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import type { Environment } from './settings.ts';
import { createSettingsReader, type SettingsReader } from './settings-reader.ts';
import { sourcesOf } from './sources.ts';

/** Every setting of the service, checked as a whole (decision N5). */
export type Config = Readonly<ReturnType<typeof readSettings>>;

/**
 * Reads the environment: the only place that does. Answers all problems at once, each naming its setting
 * and none repeating a value.
 */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const simulated = Object.values(CODE_HOST_SETTINGS).every((each) => sourcesOf(each, env).length === 0);
  const misspelled = misspelledNames(env).filter(({ name }) => !simulated || name.startsWith('CODE_HOST_'));
  const reader = createSettingsReader(env, { simulated, meant: misspelled.map(({ meant }) => meant?.setting) });
  for (const { name, meant } of misspelled) reader.problem(notASetting(name, meant?.name ?? null));
  const config = readSettings(reader, simulated);
  if (simulated && config.isProduction) {
    reader.problem(
      `No code host is configured, and NODE_ENV is production: the simulated code host is for trying out only. Set ${REQUIRED_NAMES.join(', ')}.`,
    );
  }
  const { port, metricsPort } = SERVICE_SETTINGS;
  if (config.metricsPort === config.port && !reader.isWrong(port) && !reader.isWrong(metricsPort)) {
    reader.problem('METRICS_PORT must differ from PORT: both would listen there.');
  }
  const { webUrl, apiUrl } = CODE_HOST_SETTINGS;
  if (config.codeHost !== null && !reader.isWrong(webUrl)) {
    const { codeHost, baseUrl } = config;
    if (codeHost.apiUrl !== null && isOfAnotherHost(codeHost.apiUrl, codeHost.webUrl) && !reader.isWrong(apiUrl)) {
      reader.problem(
        'CODE_HOST_API_URL and CODE_HOST_URL are of two code hosts: leave CODE_HOST_API_URL out, it follows from the other.',
      );
    }
    if (baseUrl.origin === codeHost.webUrl.origin) {
      reader.problem('BASE_URL is the address of the code host: it must be the one at which people find orgdesk.');
    }
  }
  return reader.problems.length === 0 ? ok(config) : refuse(reader.problems);
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
