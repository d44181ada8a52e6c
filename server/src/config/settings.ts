import type { Result } from '../domain/result.ts';

/** The environment as the program got it, or with an env file below it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a text has to be. */
export interface Kind<T> {
  /** Refuses with what is wrong and what to do; the setting is the subject of that sentence, which never has its value. */
  readonly parse: (text: string) => Result<T, string>;
  /** Whether it decides itself about quotes around a text; those of all others are refused. */
  readonly takesQuotes?: true;
  /** What is usable and yet most likely a mistake, in words like those of a refusal. */
  readonly warning?: (text: string) => string | null;
}

/** What settings are about, in the order in which they are listed. */
export const GROUPS = [
  'The service',
  'The code host',
  'Secrets',
  'The database',
  'Limits',
  'Time and keeping',
  'Log and metrics',
] as const;

/** All about one setting: what is read, and what `orgdesk help settings` prints. */
export interface Setting<T> {
  readonly name: string;
  /** Other names that operators know it by. */
  readonly aliases?: readonly string[];
  /** Names whose value is the path of a file that holds the setting; `NAME_FILE` always is one. */
  readonly fileAliases?: readonly string[];
  /** Turns the text of an alias into that of the setting. */
  readonly fromAlias?: (text: string) => Result<string, string>;
  readonly group: (typeof GROUPS)[number];
  readonly kind: Kind<T>;
  /** The value when it is absent or blank, and after a problem; `simulated` is when nothing about a code host is set. */
  readonly otherwise: (simulated: boolean) => T;
  /** The same in words; left out when the value says it. */
  readonly default?: string;
  /** Whether it has to be set as soon as anything about a code host is. */
  readonly required?: true;
  /** One or two sentences; code in backticks. */
  readonly meaning: string;
  readonly example?: string;
  /** The document that says more, as a path in the repository. */
  readonly page?: string;
  readonly secret?: true;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table of settings, each with the type of its kind. */
export type Values<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** One entry of a table. */
export const setting = <T, const O>(
  described: Omit<Setting<T>, 'otherwise'> & { readonly otherwise: (simulated: boolean) => O },
): Setting<T | O> => described;

/** All names by which a setting can be given. */
export const namesOf = ({ name, aliases = [], fileAliases = [] }: Setting<unknown>): readonly string[] => [
  name,
  ...aliases,
  `${name}_FILE`,
  ...fileAliases,
];
