import { type Result, refuse } from '../domain/result.ts';
import { isQuoted } from './kinds/general.ts';
import type { Environment, Setting, SettingDefinitions, SettingKind, SettingValues } from './settings.ts';
import { sourcesOf } from './sources.ts';

/** Problems never contain values. */
export interface SettingsReader {
  /** Uses the default for an absent, blank or invalid value. */
  read<S extends SettingDefinitions>(settings: S): SettingValues<S>;
  /** `setting` then has no valid value. */
  problem(message: string, setting?: Setting<unknown>): void;
  /** Settings with an invalid or misspelled value. */
  readonly unusable: ReadonlySet<string>;
  readonly problems: readonly string[];
}

export interface SettingsReaderOptions {
  /** True if no code host is configured. */
  readonly simulated: boolean;
  /** Settings meant by misspelled names, not reported as missing too. */
  readonly meant: readonly unknown[];
}

export function createSettingsReader(env: Environment, { simulated, meant }: SettingsReaderOptions): SettingsReader {
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
