import { foldLogin } from '../../domain/account.ts';
import type { PlanStep } from '../../domain/organization-plan.ts';

interface ChangingRow {
  readonly login: string | null;
  readonly email: string | null;
  readonly userId: number | null;
  readonly teamIds: readonly number[];
  readonly step?: PlanStep | null;
}

/**
 * Names the person and the teams that a row changes, by everything that rows of other jobs may call them. `teamId` is that
 * of a change of people.
 */
export function targetsOf(row: ChangingRow, teamId: number | null): readonly string[] {
  const { login, email, userId, teamIds, step = null } = row;
  const teams = [...teamIds, teamId, step?.teamId, step?.to?.parentId];
  const slugs = [step?.team, step?.to?.slug, step?.to?.parent];
  return [
    ...new Set([
      ...named('person', [userId]),
      ...named('login', [login, step?.login].map(folded)),
      ...named('email', [email?.toLowerCase()]),
      ...named('team', teams),
      ...named('slug', slugs.map(folded)),
    ]),
  ];
}

const folded = (name: string | null | undefined): string | null => (name == null ? null : foldLogin(name));

const named = (kind: string, names: readonly (string | number | null | undefined)[]): readonly string[] =>
  names.flatMap((name) => (name == null ? [] : [`${kind} ${name}`]));
