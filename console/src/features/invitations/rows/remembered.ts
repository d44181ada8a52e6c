import { parseChoice } from '@orgdesk/people-files/table/parse-choice';
import { SKIP, type TableChoice, valueHash } from '@orgdesk/people-files/table/table-choice';
import { readFromBrowser, storeInBrowser } from '../../../lib/storage.ts';

const TABLES_MAX = 20;
const CHARACTERS_MAX = 60_000;

interface Remembered {
  readonly headings: string;
  readonly choice: TableChoice;
}

/** What a person chose for tables of one organization, by their headings. Neither these nor values are readable. */
export function rememberedTables(userId: number, login: string) {
  const key = `invite-columns.${userId}.${login.toLowerCase()}`;
  const read = (): readonly Remembered[] => parseRemembered(readFromBrowser(key));
  return {
    find: (headings: readonly string[]): TableChoice | null =>
      read().find((each) => each.headings === hashOf(headings))?.choice ?? null,
    store: (headings: readonly string[], choice: TableChoice): void => {
      if (headings.length === 0) return;
      const hash = hashOf(headings);
      const kept = {
        headings: hash,
        choice: { ...choice, separator: null, headingRow: null, teams: withoutNames(choice) },
      };
      let all = [kept, ...read().filter((each) => each.headings !== hash)].slice(0, TABLES_MAX);
      while (JSON.stringify(all).length > CHARACTERS_MAX) all = all.slice(0, -1);
      storeInBrowser(key, JSON.stringify(all));
    },
  };
}

const hashOf = (headings: readonly string[]): string => headings.map(valueHash).join('.');

const withoutNames = ({ teams }: TableChoice): TableChoice['teams'] =>
  Object.fromEntries(
    Object.entries(teams).map(([value, team]) => [value, team === SKIP ? SKIP : { id: team.id, name: '' }]),
  );

function parseRemembered(stored: string | null): readonly Remembered[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap((each: { readonly headings?: unknown; readonly choice?: unknown } | null) => {
      const { headings, choice } = each ?? {};
      const valid = typeof choice === 'object' && choice !== null ? parseChoice(choice) : null;
      return typeof headings === 'string' && valid !== null ? [{ headings, choice: valid }] : [];
    });
  } catch {
    return [];
  }
}
