import type { AccessPermission, Person } from '@orgdesk/client';
import { Button, Checkbox, VisuallyHidden } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { PERMISSION_WORDS } from '../access/access-words.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { ROLE_WORDS } from '../people-words.ts';

const SHOWN_MAX = 10;
const REPOSITORIES_MAX = 5;
const STEP_WORDS: Readonly<Partial<Record<ChangeName, string>>> = {
  'add-to-team': 'Add to a team…',
  member: 'Make members…',
  remove: 'Remove…',
};

interface ListedPerson extends Person {
  /** Repositories of an outside collaborator. */
  readonly repositories?: readonly { readonly name: string; readonly permission: AccessPermission }[];
}

interface ChoiceContext {
  readonly organization: string;
  readonly hasRepositories: boolean;
}

const PEOPLE: ListRows<ListedPerson, ChoiceContext> = {
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      cell: ({ login, name, avatarUrl }, { organization }, { box, stop }) => (
        <span className="people-choice-person">
          {box !== null && <Checkbox {...box} aria-label={`Select ${login}`} />}
          <Portrait url={avatarUrl} login={login} size={24} />
          <span>
            <PageLink
              {...(box === null ? {} : stop)}
              to="/organizations/$login/people/$person"
              params={{ login: organization, person: login }}
            >
              {login}
            </PageLink>
            {name !== null && <span className="data-table-muted">{name}</span>}
          </span>
        </span>
      ),
    },
    {
      heading: 'Role',
      width: 'third',
      isShown: ({ hasRepositories }) => !hasRepositories,
      cell: ({ role }) => ROLE_WORDS[role],
    },
    {
      heading: 'Repositories',
      width: 'where',
      isShown: ({ hasRepositories }) => hasRepositories,
      cell: ({ repositories }) => whereWords(repositories ?? []),
    },
  ],
};

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
  const { selected: chosen, change: select, clear } = useSelection(PEOPLE.keyOf);
  const [requestedChange, setRequestedChange] = useState<ChangeName | null>(null);
  const shown = useMemo(() => (isWhole ? people : people.slice(0, SHOWN_MAX)), [people, isWhole]);
  const selected = shown.filter(({ id }) => chosen.has(id));
  const hasRepositories = people.some(({ repositories }) => repositories !== undefined);
  const context = useMemo(() => ({ organization: login, hasRepositories }), [login, hasRepositories]);
  return (
    <div className="people-choice" ref={list} tabIndex={-1}>
      <ListTable
        label={label}
        list={PEOPLE}
        rows={shown}
        context={context}
        selected={chosen}
        {...(changes.length > 0 ? { onSelect: select } : {})}
      />
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
          <Button onClick={() => select(shown, selected.length < shown.length)}>
            {selected.length < shown.length ? `Select all ${formatCount(shown.length)}` : 'Select none'}
          </Button>
        )}
        {selected.length > 0 &&
          changes.map((change) => (
            <Button
              key={change}
              variant={change === 'remove' ? 'danger' : 'default'}
              onClick={() => setRequestedChange(change)}
            >
              {STEP_WORDS[change]}
              <VisuallyHidden> ({counted(selected.length, 'person', 'people')})</VisuallyHidden>
            </Button>
          ))}
        <span className="people-choice-count" role="status">
          {selected.length > 0 && `${formatCount(selected.length)} selected`}
        </span>
      </div>
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={requestedChange}
          onDone={(results) => {
            setRequestedChange(null);
            if (results.length === 0) return;
            clear();
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function whereWords(repositories: NonNullable<ListedPerson['repositories']>): string {
  if (repositories.length === 0) return 'None the App covers';
  const named = repositories
    .slice(0, REPOSITORIES_MAX)
    .map(({ name, permission }) => `${name} (${PERMISSION_WORDS[permission].toLowerCase()})`);
  const more = repositories.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
