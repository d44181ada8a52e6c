import { TEAM_KEY_PATTERN } from '@orgdesk/contract/organizations/file/format';
import { teamKeyOf } from '@orgdesk/contract/team-key';
import { foldLogin } from '../../domain/account.ts';
import type { HostTeamSettings } from '../../ports/code-host/teams/teams.ts';

const KEY = new RegExp(TEAM_KEY_PATTERN);
const DOTS_ONLY = /^[.]+$/;

export const canBeKey = (text: string): boolean => KEY.test(text) && !DOTS_ONLY.test(text);

/** Returns keys by ID: the slug, if files can have it. The name of a team may give none. */
export function keysOf(teams: readonly Pick<HostTeamSettings, 'id' | 'slug'>[]): ReadonlyMap<number, string> {
  const taken = new Set(teams.map(({ slug }) => foldLogin(slug)));
  return new Map(teams.map(({ id, slug }) => [id, canBeKey(slug) ? slug : freeKey(`team-${id}`)]));

  function freeKey(key: string): string {
    return taken.has(key) ? freeKey(`${key}-0`) : key;
  }
}

/** Returns a free key for a team of which only the name is known. The team itself is found by its name. */
export function keyFromName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const key = teamKeyOf(name);
  const tried = triedIn.get(taken) ?? new Map<string, number>();
  triedIn.set(taken, tried);
  for (let nth = tried.get(key) ?? 1; ; nth += 1) {
    const free = nth === 1 ? key : `${key}-${nth}`;
    if (taken.has(free)) continue;
    tried.set(key, nth);
    return free;
  }
}

/** Below which numbers no key is free, by key: many names may give the same one. Keys that are taken stay so. */
const triedIn = new WeakMap<ReadonlyMap<string, unknown>, Map<string, number>>();
