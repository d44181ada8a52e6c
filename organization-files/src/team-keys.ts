import { foldAscii } from '@orgdesk/contract/fold-ascii';
import { teamKeyOf } from '@orgdesk/contract/team-key';
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

const NO_KEY = 'team';
/** A file is named after the key, with a number and an ending. */
const KEY_MAX_CHARACTERS = 200;

/**
 * Returns a key for each name. Plans look for a key among slugs first, so no team gets a key that reads like the name of
 * another one; the teams themselves are found by their names.
 */
export function keysFromNames(names: readonly string[]): readonly string[] {
  const wishes = names.map((name, index) => ({ name, index, key: keyFromName(name) }));
  const isExact = (wish: (typeof wishes)[number]): boolean => foldAscii(wish.name) === wish.key;
  const reserved = new Set(wishes.filter((wish) => isExact(wish) || wish.key !== NO_KEY).map(({ key }) => key));
  const keys: string[] = [];
  const used = new Set<string>();
  const lastNumbers = new Map<string, number>();
  for (const wish of wishes.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))) {
    const { key } = wish;
    const isFree = !used.has(key) && (isExact(wish) || key !== NO_KEY || !reserved.has(key));
    let number = lastNumbers.get(key) ?? 1;
    let chosen = key;
    while (chosen === key ? !isFree : reserved.has(chosen)) {
      number += 1;
      chosen = `${key}-${number}`;
    }
    lastNumbers.set(key, number);
    used.add(chosen);
    keys[wish.index] = chosen;
  }
  return keys;
}

function keyFromName(name: string): string {
  // A file whose name begins with a dot is hidden.
  const key = teamKeyOf(name).replace(/^[.]+/, '').slice(0, KEY_MAX_CHARACTERS);
  return canBeKey(key) && key !== '__proto__' ? key : NO_KEY;
}
