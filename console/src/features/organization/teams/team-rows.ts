import { hasWords } from '../../../lib/words/fold.ts';
import type { Team } from './get-teams.ts';

export interface TeamRow {
  readonly team: Team;
  /** Counts from 1, like the position among its siblings. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}

interface TeamRowsView {
  /** Words to find; with some, parents of teams found are shown open. */
  readonly text: string;
  readonly isOpen: (slug: string) => boolean;
}

export interface TeamRows {
  readonly rows: readonly TeamRow[];
  /** Teams with the words, without their parents. */
  readonly foundCount: number;
}

/** A team whose parent is not visible is at the top. */
export function teamRows(teams: readonly Team[], { text, isOpen }: TeamRowsView): TeamRows {
  const bySlug = new Map(teams.map((team) => [team.slug, team]));
  const isFinding = text.trim() !== '';
  const found = [...bySlug.values()].filter(({ name, slug }) => hasWords(`${name}\n${slug}`, text));
  const shown = isFinding ? withParents(found, bySlug) : found;
  const children = new Map<string, Team[]>();
  for (const team of shown) {
    const parent = team.parentTeam !== null && bySlug.has(team.parentTeam.slug) ? team.parentTeam.slug : TOP;
    children.set(parent, [...(children.get(parent) ?? []), team]);
  }
  const rows: TeamRow[] = [];
  const add = (parent: string, level: number): void => {
    const siblings = children.get(parent) ?? [];
    for (const [index, team] of siblings.entries()) {
      const hasChildren = children.has(team.slug);
      const isShownOpen = hasChildren && (isFinding || isOpen(team.slug));
      rows.push({
        team,
        level,
        position: index + 1,
        siblings: siblings.length,
        hasChildren,
        isOpen: isShownOpen,
      });
      if (isShownOpen) add(team.slug, level + 1);
    }
  };
  add(TOP, 1);
  return { rows, foundCount: found.length };
}

const TOP = '';

/** In the order of `bySlug`. */
function withParents(found: readonly Team[], bySlug: ReadonlyMap<string, Team>): readonly Team[] {
  const shown = new Set(found.flatMap((team) => [team, ...parentsOf(team, bySlug)]));
  return [...bySlug.values()].filter((team) => shown.has(team));
}

/** Nearest first. */
export function parentsOf(team: Team, bySlug: ReadonlyMap<string, Team>): readonly Team[] {
  const parents = new Set<Team>();
  for (let next = parentOf(team, bySlug); next !== undefined && !parents.has(next); next = parentOf(next, bySlug)) {
    parents.add(next);
  }
  return [...parents];
}

const parentOf = ({ parentTeam }: Team, bySlug: ReadonlyMap<string, Team>): Team | undefined =>
  parentTeam === null ? undefined : bySlug.get(parentTeam.slug);
