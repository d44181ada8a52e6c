import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { readableKeyOf, teamKeyOf } from '@orgdesk/contract/team-key';
import { TEAM_KEY_PATTERN } from './format.ts';

const KEY = new RegExp(TEAM_KEY_PATTERN);
const DOTS_ONLY = /^[.]+$/;

export const canBeKey = (text: string): boolean => KEY.test(text) && !DOTS_ONLY.test(text);

/** Returns keys by ID: the slug, if files can have it. The name of a team may give none. */
export function keysOf(teams: readonly { readonly id: number; readonly slug: string }[]): ReadonlyMap<number, string> {
  const taken = new Set(teams.map(({ slug }) => foldAscii(slug)));
  return new Map(teams.map(({ id, slug }) => [id, canBeKey(slug) ? slug : freeKey(`team-${id}`)]));

  function freeKey(key: string): string {
    return taken.has(key) ? freeKey(`${key}-0`) : key;
  }
}

/** A file is named after the key, with a number and an ending. */
const KEY_MAX_CHARACTERS = 200;

/**
 * Returns the slug that the code host makes from a name, or null for a name without letters and digits, which has none.
 * The code host refuses a second team with the same slug.
 */
export const slugOfName = (name: string): string | null => readableKeyOf(name.replaceAll('.', '-'));

/**
 * Returns a key for each name, of which no two have the same slug. Plans look for a key among slugs first and for the
 * name after that, so a key that is made up has a dot, which no slug has.
 */
export function keysFromNames(names: readonly string[]): readonly string[] {
  const keys = names.map(keyFromName);
  const used = new Set(keys);
  return names.map((name, index) => keys[index] ?? freeKey(teamKeyOf(name).slice(0, KEY_MAX_CHARACTERS)));

  function freeKey(key: string): string {
    let number = 1;
    while (used.has(`${key}.${number}`)) number += 1;
    used.add(`${key}.${number}`);
    return `${key}.${number}`;
  }
}

function keyFromName(name: string): string | null {
  // A file whose name begins with a dot is hidden.
  const key = readableKeyOf(name)?.replace(/^[.]+/, '') ?? null;
  const isUsable = key !== null && canBeKey(key) && key.length <= KEY_MAX_CHARACTERS;
  return isUsable && key !== '__proto__' ? key : null;
}
