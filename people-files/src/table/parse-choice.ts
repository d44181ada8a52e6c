import { type ChosenTeam, ROLES, type Role } from '../cells.ts';
import { KINDS, NO_CHOICE, SEPARATORS, SKIP, type TableChoice } from './table-choice.ts';

type Unparsed<Shape> = Partial<Record<keyof Shape, unknown>>;

export function parseChoice(stored: object): TableChoice | null {
  const { separator, headingRow, kinds, person, asList, roles, teams }: Unparsed<TableChoice> = stored;
  if (kinds !== null && !Array.isArray(kinds)) return null;
  return {
    ...NO_CHOICE,
    separator: SEPARATORS.find((each) => each === separator) ?? null,
    headingRow: typeof headingRow === 'number' ? headingRow : null,
    kinds: kinds?.map((kind: unknown) => KINDS.find((each) => each === kind) ?? 'ignore') ?? null,
    person: person === 'login' || person === 'email' ? person : null,
    asList: asList === true,
    roles: parseRecord(roles, (value): Role | typeof SKIP | null =>
      value === SKIP ? SKIP : (ROLES.find((role) => role === value) ?? null),
    ),
    teams: parseRecord(teams, (value) => (value === SKIP ? SKIP : parseTeam(value))),
  };
}

export function parseTeam(stored: unknown): ChosenTeam | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, name }: Unparsed<ChosenTeam> = stored;
  return typeof name === 'string' && (id === null || typeof id === 'number') ? { id, name } : null;
}

export function parseRecord<Value>(
  stored: unknown,
  parse: (value: unknown) => Value | null,
): Readonly<Record<string, Value>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, value]) => {
      const parsed = parse(value);
      return parsed === null ? [] : [[key, parsed] as const];
    }),
  );
}
