import type { AccessPermission, Person } from '@orgdesk/client';
import { Button, Checkbox, VisuallyHidden } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import type { Selection } from '../../../components/list/use-selection.ts';
import { PersonLine } from '../../../components/person-line.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { PERMISSION_LABELS } from '../access/access-texts.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { ROLE_LABELS } from '../list/people-texts.ts';
import { type FoundItem, foundPerson } from './get-dismissed.ts';

const SHOWN_MAX = 10;
const REPOSITORIES_MAX = 5;
const STEP_LABELS: Readonly<Partial<Record<ChangeName, string>>> = {
  'add-to-team': 'Add to a team…',
  member: 'Make members…',
  remove: 'Remove…',
};

interface ListedPerson extends Person, Pick<FoundItem, 'key' | 'seal'> {
  /** Repositories of an outside collaborator. */
  readonly repositories?: readonly { readonly name: string; readonly permission: AccessPermission }[];
}

interface ChoiceContext {
  readonly organization: string;
  readonly hasRepositories: boolean;
}

export const contextOf = (organization: string, people: readonly ListedPerson[]): ChoiceContext => ({
  organization,
  hasRepositories: people.some(({ repositories }) => repositories !== undefined),
});

export const PEOPLE = {
  name: 'review-people',
  keyOf: ({ id }) => id,
  usernameOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      cell: ({ login, name, avatarUrl }, { organization }, { box, stop }) => (
        <PersonLine
          login={login}
          name={name}
          avatarUrl={avatarUrl}
          before={box !== null && <Checkbox {...box} aria-label={`Select ${login}`} />}
          link={(text) => (
            <PageLink
              {...stop}
              to="/organizations/$login/people/$person"
              params={{ login: organization, person: login }}
            >
              {text}
            </PageLink>
          )}
        />
      ),
    },
    {
      heading: 'Role',
      width: 'third',
      isShown: ({ hasRepositories }) => !hasRepositories,
      cell: ({ role }) => ROLE_LABELS[role],
    },
    {
      heading: 'Repositories',
      width: 'where',
      isShown: ({ hasRepositories }) => hasRepositories,
      cell: ({ repositories }) => whereText(repositories ?? []),
    },
  ],
} as const satisfies ListRows<ListedPerson, ChoiceContext>;

interface PeopleChoiceProps {
  readonly login: string;
  readonly organization: string;
  readonly label: string;
  readonly people: readonly ListedPerson[];
  readonly selection: Selection<ListedPerson>;
  readonly changes: readonly ChangeName[];
  readonly onChanged: () => void;
  readonly onDismiss: (items: readonly FoundItem[]) => void;
}

export function PeopleChoice(props: PeopleChoiceProps) {
  const { login, organization, label, people, selection, changes, onChanged, onDismiss } = props;
  const list = useRef<HTMLDivElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const { selected: chosen, change: select, clear } = selection;
  const [requestedChange, setRequestedChange] = useState<ChangeName | null>(null);
  const shown = useMemo(() => (isWhole ? people : people.slice(0, SHOWN_MAX)), [people, isWhole]);
  const selected = shown.filter(({ id }) => chosen.has(id));
  const context = useMemo(() => contextOf(login, people), [login, people]);
  return (
    <div className="stack-12" ref={list} tabIndex={-1}>
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
              {STEP_LABELS[change]}
              <VisuallyHidden> ({counted(selected.length, 'person', 'people')})</VisuallyHidden>
            </Button>
          ))}
        {selected.length > 0 && (
          <Button onClick={() => onDismiss(selected.map(foundPerson))}>
            Dismiss…<VisuallyHidden> ({counted(selected.length, 'person', 'people')})</VisuallyHidden>
          </Button>
        )}
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
          onDone={(job) => {
            setRequestedChange(null);
            if (job === null) return;
            clear();
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function whereText(repositories: NonNullable<ListedPerson['repositories']>): string {
  if (repositories.length === 0) return 'None the App covers';
  const named = repositories
    .slice(0, REPOSITORIES_MAX)
    .map(({ name, permission }) => `${name} (${PERMISSION_LABELS[permission].toLowerCase()})`);
  const more = repositories.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
