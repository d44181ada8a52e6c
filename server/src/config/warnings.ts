import { ALL_SETTINGS } from './all-settings.ts';
import type { SettingsFile } from './env-file.ts';
import { isLoopback } from './kinds/addresses.ts';
import { isQuoted } from './kinds/general.ts';
import { misspelledNames, notASetting } from './misspelled.ts';
import type { Config } from './read-config.ts';
import type { Environment } from './settings.ts';
import { sourcesOf } from './sources.ts';

/** What is usable and yet most likely a mistake, a sentence each. They name settings and files, and repeat no value. */
export function settingsWarnings(
  env: Environment,
  { codeHost, baseUrl }: Pick<Config, 'codeHost' | 'baseUrl'>,
  file: SettingsFile | null,
): readonly string[] {
  return [
    ...(file?.isOpen ? [`Others than its owner may read ${file.path}: chmod 600 makes it private.`] : []),
    ...misspelledNames(env).map(({ name, meant }) => notASetting(name, meant?.name ?? null)),
    ...ALL_SETTINGS.filter(({ secret }) => secret)
      .flatMap((each) => sourcesOf(each, env))
      .filter(({ read }) => {
        const text = read();
        return text.ok && isQuoted(text.value);
      })
      .map(({ subject }) => `${subject} has quotes around its value, which are taken as part of it.`),
    ...(codeHost !== null && !isLoopback(codeHost.webUrl.hostname) && isLoopback(baseUrl.hostname)
      ? ['BASE_URL is this machine: nobody elsewhere can sign in, and no webhook arrives.']
      : []),
  ];
}
