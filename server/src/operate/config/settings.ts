import type { Result } from '../../lib/result.ts';

/** Includes the values of an env file. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingKind<T> {
  /** Refuses with text that completes a sentence about the setting. Never includes its value. */
  readonly parse: (text: string) => Result<T, string>;
  readonly takesQuotes?: true;
  /** Describes a usable but suspicious value, like a refusal. */
  readonly warning?: (text: string) => string | null;
}

/** In the order of listing. */
export const GROUPS = [
  'The service',
  'The code host',
  'Secrets',
  'The database',
  'Limits',
  'Schedule and retention',
  'Log and metrics',
] as const;

export interface Setting<T> {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Variables with the path of a file, besides `NAME_FILE`. */
  readonly fileAliases?: readonly string[];
  readonly fromAlias?: (text: string) => Result<string, string>;
  readonly group: (typeof GROUPS)[number];
  readonly kind: SettingKind<T>;
  /** Default value. `simulated` means that no code host is configured. */
  readonly otherwise: (simulated: boolean) => T;
  /** Default as text, where the value is not clear. */
  readonly default?: string;
  /** Required with a real code host. */
  readonly required?: true;
  /** One or two sentences; code in backticks. */
  readonly meaning: string;
  readonly example?: string;
  /** A path in the repository. */
  readonly page?: string;
  readonly secret?: true;
}

export type SettingDefinitions = Readonly<Record<string, Setting<unknown>>>;

export type SettingValues<S extends SettingDefinitions> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export const setting = <T, const O>(
  described: Omit<Setting<T>, 'otherwise'> & { readonly otherwise: (simulated: boolean) => O },
): Setting<T | O> => described;

export const namesOf = ({ name, aliases = [], fileAliases = [] }: Setting<unknown>): readonly string[] => [
  name,
  ...aliases,
  `${name}_FILE`,
  ...fileAliases,
];

export function wantsTraces(env: Environment): boolean {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER?.trim() === 'none';
  return !isOff && (isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'));
}
