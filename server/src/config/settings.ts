import { readFileSync } from 'node:fs';

/** The environment as the program got it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting: its name, the other names operators know it by, and whether its value is a secret or a path to one. */
export interface Setting {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Names whose value is the path of a file that holds the setting; `NAME_FILE` always is one. */
  readonly fileAliases?: readonly string[];
  /** Turns the text of an alias into the text of the setting. */
  readonly fromAlias?: (text: string) => string;
}

/** Reads settings and collects everything that is wrong with them. Names settings; never repeats a value. */
export interface SettingsReader {
  /** The trimmed text, or null when the setting is absent or blank. */
  text(setting: Setting): string | null;
  /** The parsed value, `otherwise` when absent; a value that `parse` cannot read (null) is a problem. */
  parsed<T>(setting: Setting, otherwise: T, parse: (text: string) => T | null, expected: string): T;
  problem(sentence: string): void;
  readonly problems: readonly string[];
}

/** A reader over one environment. Files are read once, when their setting is asked for. */
export function createSettingsReader(env: Environment): SettingsReader {
  const problems: string[] = [];
  const given = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };

  const text = ({ name, aliases = [], fileAliases = [], fromAlias = (value) => value }: Setting): string | null => {
    const sources = [
      { name, read: () => given(name) },
      ...aliases.map((alias) => ({ name: alias, read: () => fromAlias(given(alias) ?? '') })),
      ...[`${name}_FILE`, ...fileAliases].map((file) => ({ name: file, read: () => contentOf(file) })),
    ].filter((source) => given(source.name) !== null);

    if (sources.length > 1) {
      problems.push(`${sources.map((source) => source.name).join(' and ')} are both set: keep one of them.`);
    }
    return sources[0]?.read() ?? null;
  };

  const contentOf = (name: string): string | null => {
    try {
      const content = readFileSync(given(name) ?? '', 'utf8').trim();
      if (content !== '') return content;
      problems.push(`${name} names a file that is empty.`);
    } catch {
      problems.push(`${name} names a file that cannot be read.`);
    }
    return null;
  };

  return {
    text,
    parsed: (setting, otherwise, parse, expected) => {
      const value = text(setting);
      if (value === null) return otherwise;
      const result = parse(value);
      if (result !== null) return result;
      problems.push(`${setting.name} must be ${expected}.`);
      return otherwise;
    },
    problem: (sentence) => void problems.push(sentence),
    problems,
  };
}
