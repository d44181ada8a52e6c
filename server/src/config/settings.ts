import { readFileSync } from 'node:fs';

/** The environment as the program got it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting: its name, and the other names operators know it by. */
export interface Setting {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Names whose value is the path of a file that holds the setting; `NAME_FILE` always is one. */
  readonly fileAliases?: readonly string[];
  /** Turns the text of an alias into the text of the setting. */
  readonly fromAlias?: (text: string) => string;
}

/** What a text has to be. */
export interface Kind<T> {
  /** Null when it is something else. */
  readonly parse: (text: string) => T | null;
  /** What is said then; the setting is the subject. */
  readonly must: string;
}

/** Any text. */
export const TEXT: Kind<string> = { parse: (text) => text, must: 'be a text' };

/** Reads settings and collects everything that is wrong with them. Names settings; never repeats a value. */
export interface SettingsReader {
  /** The value of a setting; `otherwise` when it is absent or blank, and after a problem. */
  read<T, O>(setting: Setting, kind: Kind<T>, otherwise: O): T | O;
  /** The same of one that has to be set, empty after a problem; a hint says what it is for. */
  need<T>(setting: Setting, kind: Kind<T>, hint?: string): T | '';
  problem(sentence: string): void;
  readonly problems: readonly string[];
}

/** A reader over one environment. Files are read once, when their setting is asked for. */
export function createSettingsReader(env: Environment): SettingsReader {
  const problems: string[] = [];
  const given = (name: string): string | null => env[name]?.trim() || null;

  const textOf = ({ name, aliases = [], fileAliases = [], fromAlias = (value) => value }: Setting): string | null => {
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

  const read = <T, O>(setting: Setting, { parse, must }: Kind<T>, otherwise: O): T | O => {
    const text = textOf(setting);
    if (text === null) return otherwise;
    const value = parse(text);
    if (value === null) problems.push(`${setting.name} must ${must}.`);
    return value ?? otherwise;
  };

  return {
    read,
    need(setting, kind, hint = '') {
      const before = problems.length;
      const value = read(setting, kind, null);
      if (value === null && problems.length === before) problems.push(`${setting.name} is missing${hint}.`);
      return value ?? '';
    },
    problem: (sentence) => void problems.push(sentence),
    problems,
  };
}
