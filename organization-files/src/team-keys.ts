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

/** Returns a free key for a team of which only the name is known. The team itself is found by its name. */
export function keyFromName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const key = teamKeyOf(name);
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? key : `${key}-${nth}`;
    if (!taken.has(free)) return free;
  }
}
