import type { Ref } from 'react';
import { FinderBar, FinderChoice, FinderFilter } from '../../../components/tables/finder-bar.tsx';
import { SortChoice } from '../../../components/tables/sort-choice.tsx';
import type { PeopleList } from '../reading/people-list.ts';
import type { PeopleView } from './people-view.ts';

const ROLE_CHOICES = [
  ['all', 'Any role'],
  ['admin', 'Owners'],
  ['member', 'Members'],
  ['outside_collaborator', 'Outside collaborators'],
] as const;

const FACTOR_CHOICES = [
  ['all', 'Any second factor'],
  ['disabled', 'No second factor'],
  ['insecure', 'Insecure one'],
] as const;

const TEAM_CHOICES = [
  ['all', 'Any team or none'],
  ['none', 'In no team'],
  ['some', 'In a team'],
] as const;

const SORTINGS = [
  { sort: 'listed', order: 'ascending', words: 'As listed' },
  { sort: 'name', order: 'ascending', words: 'Name, A to Z' },
  { sort: 'name', order: 'descending', words: 'Name, Z to A' },
  { sort: 'login', order: 'ascending', words: 'Login, A to Z' },
  { sort: 'login', order: 'descending', words: 'Login, Z to A' },
  { sort: 'role', order: 'ascending', words: 'Owners first' },
  { sort: 'role', order: 'descending', words: 'Owners last' },
] as const;

interface PeopleFinderProps {
  readonly view: PeopleView;
  readonly onChange: (part: Partial<PeopleView>) => void;
  /** Announced; empty while loading. */
  readonly count: string;
  readonly progress: string;
  /** Undefined if hidden from the person. */
  readonly secondFactors: PeopleList['secondFactors'] | undefined;
  readonly input: Ref<HTMLInputElement>;
}

export function PeopleFinder({ view, onChange, count, progress, secondFactors, input }: PeopleFinderProps) {
  const isTold = secondFactors !== undefined;
  return (
    <FinderBar count={count} progress={progress}>
      <FinderChoice
        label="Filter by role"
        options={isTold ? ROLE_CHOICES : ROLE_CHOICES.filter(([role]) => role !== 'outside_collaborator')}
        value={view.role}
        onChange={(role) => onChange({ role })}
      />
      {isTold && (
        <FinderChoice
          label="Filter by second factor"
          options={
            secondFactors?.insecure === null
              ? FACTOR_CHOICES.filter(([factor]) => factor !== 'insecure')
              : FACTOR_CHOICES
          }
          value={view.factor}
          onChange={(factor) => onChange({ factor })}
          isDisabled={secondFactors === null}
        />
      )}
      <FinderChoice
        label="Filter by teams"
        options={TEAM_CHOICES}
        value={view.teams}
        onChange={(teams) => onChange({ teams })}
      />
      <SortChoice label="Sort people" sortings={SORTINGS} view={view} onSort={onChange} />
      <FinderFilter
        ref={input}
        label="Find people by name or login"
        placeholder="Find by name or login"
        value={view.text}
        onChange={(text) => onChange({ text })}
      />
    </FinderBar>
  );
}
