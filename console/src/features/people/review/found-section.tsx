import { Button, Checkbox, Label, VisuallyHidden } from '@primer/react';
import { type ComponentType, useId, useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { PersonLine } from '../../../components/person-line.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { namesOf } from '../across/across-texts.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { ChangeAcrossDialog } from '../runs/change-across-dialog.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { FINDINGS } from './findings.ts';
import type { DismissedInOrganization } from './get-dismissed.ts';
import type { FoundAcross, FoundInOrganization, FoundPerson, FoundTeam } from './get-review-across.ts';

const PEOPLE: ListRows<FoundPerson> = {
  name: 'review-across-people',
  keyOf: ({ id }) => id,
  usernameOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'rest',
      cell: ({ id, login, name, avatarUrl }, _context, { box, stop }) => (
        <PersonLine
          login={login}
          name={name}
          avatarUrl={avatarUrl}
          before={box !== null && <Checkbox {...box} aria-label={`Select ${login}`} />}
          link={(text) => (
            <PageLink {...stop} to="/people/$person" params={{ person: login }} search={{ id: String(id) }}>
              {text}
            </PageLink>
          )}
        />
      ),
    },
    {
      heading: 'Organizations',
      width: 'where',
      cell: ({ organizations }) => (
        <>
          {organizations.length > 1 && `${formatCount(organizations.length)}: `}
          {namesOf(organizations)}
        </>
      ),
    },
  ],
};

const TEAMS: ListRows<FoundTeam> = {
  name: 'review-across-teams',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Team',
      width: 'rest',
      cell: ({ login, slug, name }, _context, { box, stop }) => (
        <span className="data-table-person">
          {box !== null && <Checkbox {...box} aria-label={`Select ${login}/${slug}`} />}
          <PageLink {...stop} to="/organizations/$login/teams" params={{ login }} hash={slug}>
            {name}
          </PageLink>
        </span>
      ),
    },
    { heading: 'Organization', width: 'where', cell: ({ login }) => login },
  ],
};

interface FoundSectionProps {
  readonly found: FoundAcross;
  readonly Unread: ComponentType<UnreadProps>;
}

export function FoundSection({ found, Unread }: FoundSectionProps) {
  const { name, people, teams } = found;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, why, step } = FINDINGS[name];
  const areTeams = teams.length > 0;
  const selection = useSelection<FoundPerson | FoundTeam>(({ id: key }) => key);
  const selectedPeople = people.filter(({ id: key }) => selection.selected.has(key));
  const selectedTeams = teams.filter(({ id: key }) => selection.selected.has(key));
  const count = selectedPeople.length + selectedTeams.length;
  const firstPeople = useFirstRows(people, 'people', 'review-across-people');
  const firstTeams = useFirstRows(teams, 'teams', 'review-across-teams');
  const [dialog, setStep] = useState<'change' | 'dismiss' | null>(null);
  const organizations = useMemo(
    () => [...selectedPeople.flatMap((person) => person.organizations), ...selectedTeams],
    [selectedPeople, selectedTeams],
  );
  const noun: readonly [string, string] = areTeams ? ['team', 'teams'] : ['person', 'people'];
  const finish = (isDone: boolean) => {
    setStep(null);
    if (!isDone) return;
    selection.clear();
    // The focused button may be gone.
    heading.current?.focus();
  };
  return (
    <section className="stack-12 finding" aria-labelledby={id} data-state="open">
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <span className="finding-title">
            {title} <Label variant="attention">{counted(people.length + teams.length, ...noun)}</Label>
          </span>
        }
      />
      <p className="finding-why">
        {why} <strong>{step}</strong>
      </p>
      {areTeams ? (
        <ListTable
          label={id}
          list={TEAMS}
          rows={firstTeams.first}
          selected={selection.selected}
          onSelect={selection.change}
        />
      ) : (
        <ListTable
          label={id}
          list={PEOPLE}
          rows={firstPeople.first}
          selected={selection.selected}
          onSelect={selection.change}
        />
      )}
      <div className="people-choice-steps">
        {firstPeople.more}
        {firstTeams.more}
        {selectedPeople.length > 0 && (
          <Button onClick={() => setStep('change')}>
            Change…<VisuallyHidden> ({counted(count, ...noun)})</VisuallyHidden>
          </Button>
        )}
        {count > 0 && (
          <Button onClick={() => setStep('dismiss')}>
            Dismiss…<VisuallyHidden> ({counted(count, ...noun)})</VisuallyHidden>
          </Button>
        )}
        <span className="people-choice-count" role="status">
          {count > 0 && `${formatCount(count)} selected`}
        </span>
      </div>
      {dialog === 'change' && (
        <ChangeAcrossDialog
          people={selectedPeople}
          offered={offeredIn(organizations)}
          Unread={Unread}
          onClose={() => finish(false)}
        />
      )}
      {dialog === 'dismiss' && (
        <DismissDialog finding={title} organizations={dismissedIn(organizations)} noun={noun} onDone={finish} />
      )}
    </section>
  );
}

function byOrganization(
  organizations: readonly FoundInOrganization[],
): ReadonlyMap<number, readonly FoundInOrganization[]> {
  return Map.groupBy(organizations, ({ organization }) => organization);
}

const offeredIn = (organizations: readonly FoundInOrganization[]) =>
  [...byOrganization(organizations)].map(([id, found]) => ({
    id,
    login: found[0]?.login ?? '',
    name: null,
    people: found.length,
  }));

const dismissedIn = (organizations: readonly FoundInOrganization[]): readonly DismissedInOrganization[] =>
  [...byOrganization(organizations).values()].map((found) => ({
    login: found[0]?.login ?? '',
    items: found.map(({ item }) => item),
  }));
