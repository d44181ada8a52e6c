import { ChevronDownIcon, ChevronRightIcon, SearchIcon } from '@primer/octicons-react';
import { Label, VisuallyHidden } from '@primer/react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SearchField } from '../../components/controls/text-field.tsx';
import { useFirstRows } from '../../components/list/first-rows.tsx';
import { NoMatch } from '../../components/messages/nothing.tsx';
import { createAddressView } from '../../lib/address/address-view.ts';
import { indexAfter } from '../../lib/address/index-after.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { hasWords } from '../../lib/fold.ts';
import { counted } from '../../lib/reader-locale.ts';
import type { Read } from '../../lib/reading/read.ts';
import type { Team } from './get-teams.ts';
import './team-list.css';

/** Organizations with up to this number begin with all parents open. */
const OPEN_MAX = 100;
const TEAM_TREE_VIEW = createAddressView({ text: '' }, { text: null });

interface TeamTreeProps {
  readonly read: Read<unknown>;
  readonly organization: string;
  readonly teams: readonly Team[];
  readonly total: number;
  /** Slug of the team whose people are shown; empty for none. */
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

/** One tab stop: arrow keys move, open and close, Enter chooses. */
export function TeamTree({ organization, read, teams, total, chosen, onChoose }: TeamTreeProps) {
  const { view, change } = useAddressView(TEAM_TREE_VIEW);
  const text = useDeferredValue(view.text);
  const field = useRef<HTMLInputElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [current, setCurrent] = useState(chosen);
  const aboveChosen = useMemo(() => slugsAbove(chosen, teams), [chosen, teams]);
  const { rows, foundCount } = useMemo(
    () =>
      teamRows(teams, { text, isOpen: (slug) => toggled.get(slug) ?? (total <= OPEN_MAX || aboveChosen.has(slug)) }),
    [teams, text, toggled, total, aboveChosen],
  );
  const { first, more } = useFirstRows(rows, 'teams', 'team-tree');
  const stop = Math.max(
    0,
    first.findIndex(({ team }) => team.slug === current),
  );

  const before = useRef(chosen);
  useEffect(() => {
    const wasChosen = before.current !== '';
    before.current = chosen;
    // The button that closed the team disappeared.
    if (!wasChosen || chosen !== '' || document.activeElement !== document.body) return;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [chosen]);
  const goTo = (index: number) => {
    const slug = first[index]?.team.slug;
    if (slug === undefined) return;
    setCurrent(slug);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const toggle = ({ team, isOpen }: TeamRow) => setToggled(new Map(toggled).set(team.slug, !isOpen));
  const choose = ({ team }: TeamRow) => {
    setCurrent(team.slug);
    onChoose(team.slug === chosen ? '' : team.slug);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = first[stop];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = indexAfter(event.key, stop, first.length);
    if (to !== null) goTo(to);
    else if (event.key === 'Enter' || event.key === ' ') choose(row);
    else if (event.key === 'ArrowRight' && row.hasChildren) row.isOpen ? goTo(stop + 1) : toggle(row);
    else if (event.key === 'ArrowLeft' && row.isOpen) toggle(row);
    else if (event.key === 'ArrowLeft')
      goTo(first.findLastIndex(({ level }, index) => index < stop && level < row.level));
    else return;
    event.preventDefault();
  };

  return (
    <div className="stack-8 team-tree-part">
      <SearchField
        ref={field}
        icon={SearchIcon}
        label="Find teams by name"
        placeholder="Find a team"
        value={view.text}
        onType={(typed) => change({ text: typed })}
      />
      <VisuallyHidden role="status">
        {text.trim() === '' ? '' : `${counted(foundCount, 'team', 'teams')} found`}
      </VisuallyHidden>
      {rows.length === 0 ? (
        <NoMatch
          read={read}
          title="No matching teams"
          clearLabel="Show all teams"
          onClear={() => {
            change({ text: '' });
            field.current?.focus();
          }}
        >
          No team has “{text}” in its name.
        </NoMatch>
      ) : (
        <div className="team-tree" role="tree" aria-label={`Teams of ${organization}`} ref={tree} onKeyDown={onKeyDown}>
          {first.map((row, index) => (
            <TeamItem
              key={row.team.slug}
              row={row}
              isStop={index === stop}
              isChosen={row.team.slug === chosen}
              onPress={({ target }) => {
                setCurrent(row.team.slug);
                if (target instanceof Element && target.closest('[data-toggle]') !== null) toggle(row);
                else choose(row);
              }}
            />
          ))}
        </div>
      )}
      {more}
    </div>
  );
}

interface TeamItemProps {
  readonly row: TeamRow;
  readonly isStop: boolean;
  readonly isChosen: boolean;
  readonly onPress: (event: MouseEvent) => void;
}

function TeamItem({ row: { team, level, position, siblings, hasChildren, isOpen }, ...item }: TeamItemProps) {
  const { isStop, isChosen, onPress } = item;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all teams.
    <div
      className="team-tree-item"
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      style={{ '--team-tree-level': level } as CSSProperties}
      onClick={onPress}
    >
      <span className="team-tree-toggle" data-toggle={hasChildren ? '' : undefined}>
        {hasChildren && <Chevron />}
      </span>
      <span className="team-tree-name">{team.name}</span>{' '}
      {team.privacy === 'SECRET' && <Label variant="attention">Secret</Label>}{' '}
      <span className="team-tree-facts">{counted(team.members.totalCount, 'person', 'people')}</span>
    </div>
  );
}

function slugsAbove(slug: string, teams: readonly Team[]): ReadonlySet<string> {
  const bySlug = new Map(teams.map((team) => [team.slug, team]));
  const team = bySlug.get(slug);
  return new Set(team === undefined ? [] : parentsOf(team, bySlug).map((parent) => parent.slug));
}

interface TeamRow {
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

interface TeamRows {
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
function parentsOf(team: Team, bySlug: ReadonlyMap<string, Team>): readonly Team[] {
  const parents = new Set<Team>();
  for (let next = parentOf(team, bySlug); next !== undefined && !parents.has(next); next = parentOf(next, bySlug)) {
    parents.add(next);
  }
  return [...parents];
}

const parentOf = ({ parentTeam }: Team, bySlug: ReadonlyMap<string, Team>): Team | undefined =>
  parentTeam === null ? undefined : bySlug.get(parentTeam.slug);
