import type { AccessPermission, Person } from '@orgdesk/client';
import { Button, Checkbox, VisuallyHidden } from '@primer/react';
import { useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { PERMISSION_WORDS } from '../access/access-words.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { ROLE_WORDS } from '../people-words.ts';

const SHOWN_MAX = 10;
const REPOSITORIES_MAX = 5;
const WITHOUT_REPOSITORIES = [
  { name: 'Person', width: 'rest' },
  { name: 'Role', width: 'third' },
] as const;
const WITH_REPOSITORIES = [
  { name: 'Person', width: 'third' },
  { name: 'Where', width: 'rest' },
] as const;

const STEP_WORDS: Readonly<Partial<Record<ChangeName, string>>> = {
  'add-to-team': 'Add to a team…',
  member: 'Make members…',
  remove: 'Remove…',
};

interface ListedPerson extends Person {
  /** Repositories of an outside collaborator. */
  readonly repositories?: readonly { readonly name: string; readonly permission: AccessPermission }[];
}

interface PeopleChoiceProps {
  readonly login: string;
  readonly organization: string;
  readonly label: string;
  /** At least one. */
  readonly people: readonly ListedPerson[];
  readonly changes: readonly ChangeName[];
  /** Called after a change was sent. */
  readonly onChanged: () => void;
}

export function PeopleChoice({ login, organization, label, people, changes, onChanged }: PeopleChoiceProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<ChangeName | null>(null);
  const shown = isWhole ? people : people.slice(0, SHOWN_MAX);
  const selected = shown.filter(({ id }) => chosen.has(id));
  const hasRepositories = people.some(({ repositories }) => repositories !== undefined);
  const select = (ids: readonly number[], isSelected: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isSelected ? [...others, ...ids] : others);
    });
  return (
    <div className="people-choice" ref={list} tabIndex={-1}>
      <DataTable label={label} columns={hasRepositories ? WITH_REPOSITORIES : WITHOUT_REPOSITORIES}>
        {shown.map((person) => (
          <tr key={person.id} data-selected={chosen.has(person.id) ? '' : undefined}>
            <th scope="row">
              <span className="people-choice-person">
                {changes.length > 0 && (
                  <Checkbox
                    aria-label={`Select ${person.login}`}
                    checked={chosen.has(person.id)}
                    onChange={({ target }) => select([person.id], target.checked)}
                  />
                )}
                <Portrait url={person.avatarUrl} login={person.login} size={24} />
                <span>
                  <PageLink to="/organizations/$login/people/$person" params={{ login, person: person.login }}>
                    {person.login}
                  </PageLink>
                  {person.name !== null && <span className="data-table-muted">{person.name}</span>}
                </span>
              </span>
            </th>
            <td>{person.repositories === undefined ? ROLE_WORDS[person.role] : whereWords(person.repositories)}</td>
          </tr>
        ))}
      </DataTable>
      <div className="people-choice-steps">
        {people.length > SHOWN_MAX && !isWhole && (
          <Button
            onClick={() => {
              // The button disappears.
              list.current?.focus({ preventScroll: true });
              setIsWhole(true);
            }}
          >
            Show all {formatCount(people.length)}
          </Button>
        )}
        {changes.length > 0 && (
          <Button
            onClick={() =>
              select(
                shown.map(({ id }) => id),
                selected.length < shown.length,
              )
            }
          >
            {selected.length < shown.length ? `Select all ${formatCount(shown.length)}` : 'Select none'}
          </Button>
        )}
        {selected.length > 0 &&
          changes.map((change) => (
            <Button key={change} variant={change === 'remove' ? 'danger' : 'default'} onClick={() => setAsked(change)}>
              {STEP_WORDS[change]}
              <VisuallyHidden> ({counted(selected.length, 'person', 'people')})</VisuallyHidden>
            </Button>
          ))}
        <span className="people-choice-count" role="status">
          {selected.length > 0 && `${formatCount(selected.length)} selected`}
        </span>
      </div>
      {asked !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={asked}
          onDone={(results) => {
            setAsked(null);
            if (results.length === 0) return;
            setChosen(new Set());
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function whereWords(repositories: NonNullable<ListedPerson['repositories']>): string {
  if (repositories.length === 0) return 'In none that the App covers';
  const named = repositories
    .slice(0, REPOSITORIES_MAX)
    .map(({ name, permission }) => `${name} (${PERMISSION_WORDS[permission].toLowerCase()})`);
  const more = repositories.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
