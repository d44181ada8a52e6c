import { mistakesBetween } from '@orgdesk/contract/nearest-name';
import { CODE_HOST_SETTINGS } from './code-host-settings.ts';
import { SERVICE_SETTINGS } from './service-settings.ts';
import { type Environment, envValue, GROUPS, namesOf, type Setting, sourcesOf } from './settings.ts';

export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...Object.values(SERVICE_SETTINGS),
  ...Object.values(CODE_HOST_SETTINGS),
];

export const SETTINGS_BY_GROUP: readonly (readonly [string, readonly Setting<unknown>[]])[] = GROUPS.map((group) => [
  group,
  ALL_SETTINGS.filter((each) => each.group === group),
]);

/** A setting's default as text, with code in backticks. */
export function defaultOf(setting: Setting<unknown>): string {
  if (setting.default !== undefined) return setting.default;
  return setting.required ? 'required' : String(setting.otherwise(false));
}

/** Shorter names resemble common variables, such as `POST`. */
const SHORTEST = 8;
/** Required settings may have shorter names. */
const SHORTEST_REQUIRED = 6;
/** Allows two errors in names of this length. A shorter limit would match `DATABASE_SSL`. */
const LONG = 14;
const OF_OTHERS: ReadonlySet<string> = new Set(['GH_HOST', 'HOSTFILE']);

const NAMES = ALL_SETTINGS.flatMap((setting) => namesOf(setting).map((name) => ({ setting, name })));

/** Also true for aliases. */
export const isKnownName = (name: string): boolean => NAMES.some((entry) => entry.name === name);

function nearestOf(name: string) {
  const [nearest = null] = NAMES.map((each) => ({
    ...each,
    mistakes: mistakesBetween(name.toUpperCase(), each.name),
  })).toSorted((a, b) => a.mistakes - b.mistakes);
  return nearest;
}

export function nearestSettingName(text: string): string | null {
  const name = text.replaceAll(/[-.]/g, '_').replace(/^ORGDESK_/i, '');
  const nearest = nearestOf(nameOfPlatform(name)?.name ?? name);
  return nearest !== null && nearest.mistakes <= Math.floor(nearest.name.length / 3) ? nearest.name : null;
}

/**
 * Maps `GITHUB_APP_ID` to `CODE_HOST_APP_ID`, but only for required settings and secrets: other programs use
 * `GITHUB_API_URL`.
 */
function nameOfPlatform(text: string) {
  const meant = text.replace(/^(GITHUB|GHE?)_/, 'CODE_HOST_');
  const entry = NAMES.find(({ name }) => name === meant);
  return entry !== undefined && (entry.setting.required || entry.setting.secret) ? entry : null;
}

interface MisspelledName {
  readonly name: string;
  readonly meant: { readonly name: string; readonly setting: Setting<unknown> } | null;
  /** True if no other program can use it. */
  readonly isCertain: boolean;
}

/** Finds variables with our prefix or one wrong letter, two in long names, unless the similar setting is set. */
export function misspelledNames(env: Environment): readonly MisspelledName[] {
  return Object.keys(env).flatMap((name): readonly MisspelledName[] => {
    if (isKnownName(name) || OF_OTHERS.has(name)) return [];
    const isOurs = name.startsWith('CODE_HOST_');
    if (!isOurs && envValue(env, name) === null) return [];
    const meant = isOurs ? nearestOf(name) : (nameOfPlatform(name) ?? nearestAnywhere(name));
    if (isOurs) return [{ name, meant: meant?.name === nearestSettingName(name) ? meant : null, isCertain: true }];
    if (meant === null || sourcesOf(meant.setting, env).length > 0) return [];
    return [{ name, meant, isCertain: meant.setting.required === true }];
  });
}

function nearestAnywhere(name: string) {
  const nearest = nearestOf(name);
  if (nearest === null) return null;
  const shortest = nearest.setting.required ? SHORTEST_REQUIRED : SHORTEST;
  if (nearest.name.replace(/_FILE$/, '').length < shortest) return null;
  return nearest.mistakes <= (nearest.name.length < LONG ? 1 : 2) ? nearest : null;
}

export const notASetting = (name: string, meant: string | null): string =>
  `${name} is not a setting of orgdesk.${meant === null ? ' Remove it.' : ` Did you mean ${meant}?`}`;
