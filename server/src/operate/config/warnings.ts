import { isLoopback } from '../../lib/texts.ts';
import { ALL_SETTINGS } from './all-settings.ts';
import type { FileReaders, SettingsFile } from './env-file.ts';
import { misspelledNames, notASetting } from './misspelled.ts';
import type { Config } from './read-config.ts';
import type { Environment, SettingKind } from './settings.ts';
import { type Source, sourcesOf } from './sources.ts';

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

export function fileWarnings({ path, ignoredBecause, readers }: SettingsFile): readonly string[] {
  if (ignoredBecause !== null) return [`The settings file ${path} is not used: ${ignoredBecause}.`];
  const advice = ADVICE[readers];
  return advice === null ? [] : [`Other users can read ${path}: ${advice}.`];
}

/** None locks orgdesk's user out. */
const ADVICE: Readonly<Record<FileReaders, string | null>> = {
  others: 'run chmod 600 on it',
  'others-beside-group': 'run chmod o= on it',
  everybody: "give it a group of orgdesk's user, and run chmod 640 on it",
  nobody: null,
};

function warningsOf({ warning }: SettingKind<unknown>, { read, subject }: Source): readonly string[] {
  const text = read();
  const words = text.ok ? warning?.(text.value) : null;
  return words == null ? [] : [`${subject} ${words}.`];
}
