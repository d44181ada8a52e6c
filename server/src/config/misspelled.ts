import { mistakesBetween } from '../domain/nearest-name.ts';
import { ALL_SETTINGS } from './all-settings.ts';
import { type Environment, namesOf, type Setting } from './settings.ts';
import { given, sourcesOf } from './sources.ts';

/** Shorter names are too near to words of others: `POST`, `HOSTS`. */
const SHORTEST = 8;
/** One without which the service does not start anyhow may be shorter: `APPID`. */
const SHORTEST_REQUIRED = 6;
/** Names of which a second mistake leaves no doubt; `DATABASE_SSL` would be one of a shorter one. */
const LONG = 14;
/** What other programs read, though it is near to a name of ours. */
const OF_OTHERS: ReadonlySet<string> = new Set(['GH_HOST', 'HOSTFILE']);

const NAMES = ALL_SETTINGS.flatMap((setting) => namesOf(setting).map((name) => ({ setting, name })));

/** Whether a setting has that name, or is given under it. */
export const isKnownName = (name: string): boolean => NAMES.some((known) => known.name === name);

function nearestOf(given: string) {
  const [nearest = null] = NAMES.map((each) => ({
    ...each,
    mistakes: mistakesBetween(given.toUpperCase(), each.name),
  })).toSorted((a, b) => a.mistakes - b.mistakes);
  return nearest;
}

/** The name that was most likely meant where each has to be one of ours. */
export function nearestSettingName(given: string): string | null {
  const name = given.replaceAll(/[-.]/g, '_').replace(/^ORGDESK_/i, '');
  const nearest = nearestOf(nameOfPlatform(name)?.name ?? name);
  return nearest !== null && nearest.mistakes <= Math.floor(nearest.name.length / 3) ? nearest.name : null;
}

/** `GITHUB_APP_ID` for `CODE_HOST_APP_ID`: what cannot be left out, and secrets. Other programs read `GITHUB_API_URL`. */
function nameOfPlatform(given: string) {
  const meant = given.replace(/^(GITHUB|GHE?)_/, 'CODE_HOST_');
  const known = NAMES.find(({ name }) => name === meant);
  return known !== undefined && (known.setting.required || known.setting.secret) ? known : null;
}

/** A name in the environment that is no setting, and most likely was to be one. */
export interface MisspelledName {
  readonly name: string;
  /** Null when nothing is near. */
  readonly meant: { readonly name: string; readonly setting: Setting<unknown> } | null;
  /** Whether nobody else can have meant it: it begins as ours do, or is near to one that must not be missing, and is. */
  readonly isCertain: boolean;
}

/**
 * Misspelled names of an environment, which is full of names of other programs: those that begin as ours do, and those with
 * one wrong letter, two in a long name. When the setting that one is near to is given, it is somebody else's.
 */
export function misspelledNames(env: Environment): readonly MisspelledName[] {
  return Object.keys(env).flatMap((name): readonly MisspelledName[] => {
    if (isKnownName(name) || OF_OTHERS.has(name)) return [];
    const isOurs = name.startsWith('CODE_HOST_');
    if (!isOurs && given(env, name) === null) return [];
    const meant = isOurs ? nearestOf(name) : (nameOfPlatform(name) ?? nearOf(name));
    if (isOurs) return [{ name, meant: meant?.name === nearestSettingName(name) ? meant : null, isCertain: true }];
    if (meant === null || sourcesOf(meant.setting, env).length > 0) return [];
    return [{ name, meant, isCertain: meant.setting.required === true }];
  });
}

function nearOf(name: string) {
  const nearest = nearestOf(name);
  if (nearest === null) return null;
  const shortest = nearest.setting.required ? SHORTEST_REQUIRED : SHORTEST;
  if (nearest.name.replace(/_FILE$/, '').length < shortest) return null;
  return nearest.mistakes <= (nearest.name.length < LONG ? 1 : 2) ? nearest : null;
}

/** What is said of a name that is no setting. */
export const notASetting = (name: string, meant: string | null): string =>
  `${name} is not a setting of orgdesk.${meant === null ? ' Remove it.' : ` Did you mean ${meant}?`}`;
