import { identityOf, type ReadName, type ReadTeam } from './read-teams.ts';

export interface RenameProblem {
  readonly name: ReadName;
  readonly message: string;
}

/**
 * A team that has its name or slug already is found by it, so a former name that another team has would rename nothing,
 * or the wrong team. Peribolos refuses these names, too.
 */
export function renameProblems(teams: readonly ReadTeam[]): readonly RenameProblem[] {
  const names = new Set(teams.map(({ name }) => identityOf(name)));
  const formerOf = new Map<string, string>();
  const problems: RenameProblem[] = [];
  for (const team of teams)
    for (const name of team.previously) {
      const folded = identityOf(name.text);
      const other = formerOf.get(folded);
      const message = names.has(folded)
        ? `"${name.text}" is the name of another team here: make the renames one by one.`
        : other === undefined
          ? null
          : `"${name.text}" is already the former name of "${other}".`;
      if (message !== null) problems.push({ name, message });
      formerOf.set(folded, team.name);
    }
  return problems;
}
