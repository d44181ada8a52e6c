import type { AuditEntry } from '@orgdesk/client';
import type { BudgetLine } from '@orgdesk/contract/people/across/list-across';
import { PersonIcon } from '@primer/octicons-react';
import { Button, Label, Link, LinkButton, VisuallyHidden } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ListTable } from '../../../components/list/list-table.tsx';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { profileHref } from '../../../lib/address/paths.ts';
import { OUTDATED_PAGE } from '../../../lib/failure-texts.ts';
import { counted } from '../../../lib/reader-locale.ts';
import { hasStatus, retryAtOf } from '../../../lib/reading/http-client.ts';
import { useOwnedOrganizations } from '../../../lib/reading/owned-organizations.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { capitalized } from '../../../lib/sentence-start.ts';
import { budgetText, namesOf, readingText, uncheckedOf } from '../across/across-texts.ts';
import { OrganizationLine, type UnreadProps } from '../across/organization-lines.tsx';
import { ROLE_LABELS, SECOND_FACTOR_BADGES } from '../list/people-texts.ts';
import type { Offered } from '../runs/across-preview.tsx';
import { ChangeAcrossDialog } from '../runs/change-across-dialog.tsx';
import { OffboardDialog } from '../runs/offboard-dialog.tsx';
import { SameAccessDialog } from '../runs/same-access-dialog.tsx';
import { PersonEntries, PersonReport } from './everywhere-sections.tsx';
import { type PersonInOrganization, personAcrossQuery, useReport } from './get-person-across.ts';
import { ORGANIZATION_ROWS } from './person-organization-columns.tsx';
import './person-everywhere.css';

interface PersonEverywhereProps {
  readonly person: string;
  /** The account that the person is expected to have; null if any. */
  readonly id: string | null;
  readonly Unread: ComponentType<UnreadProps>;
  readonly EntryText: ComponentType<{ readonly entry: AuditEntry }>;
}

const STEPS = ['change', 'copy', 'offboard'] as const;
type Step = (typeof STEPS)[number];
const STEP_LABELS: Readonly<Record<Step, string>> = {
  change: 'Change…',
  copy: 'Copy teams…',
  offboard: 'Offboard…',
};

const NOWHERE: ReadonlyMap<number, PersonInOrganization> = new Map();

export function PersonEverywhere({ person, id, Unread, EntryText }: PersonEverywhereProps) {
  const label = useId();
  const page = useRef<HTMLDivElement>(null);
  const owned = useOwnedOrganizations();
  const { data, error, isFetching, refetch } = useQuery(personAcrossQuery(person, id));
  const organizations = data?.organizations ?? NOWHERE;
  const found = useMemo(() => [...organizations.values()], [organizations]);
  const login = data?.account?.login ?? person;
  const rows = useMemo(
    () => owned.map((organization) => ({ organization, found: organizations.get(organization.id) })),
    [owned, organizations],
  );
  const isReading = isFetching && data?.hasEnded !== true;
  const context = useMemo(() => ({ person: login, isReading }), [login, isReading]);
  const isGone = hasStatus(error, 404);
  const account = data?.account ?? null;
  const { id: self } = useSignedIn().user;
  const report = useReport(person, id, account?.id ?? null);
  const mayReport = !isReading && account !== null && !report.isPending;
  const mayChange = !isReading && account !== null && account.id !== self;
  const [opened, setOpened] = useState<Step | null>(null);
  return (
    <div className="person-everywhere" ref={page} tabIndex={-1}>
      <p className="person-everywhere-back">
        <PageLink to="/people">All people</PageLink>
      </p>
      {isGone ? (
        <NotThere person={person} />
      ) : (
        <>
          <Heading login={login} organizations={found} isReading={isReading} budgets={data?.budgets ?? []}>
            {STEPS.map((step) => (
              <Button
                key={step}
                size="small"
                inactive={!mayChange}
                onClick={() => {
                  if (mayChange) setOpened(step);
                }}
              >
                {STEP_LABELS[step]}
              </Button>
            ))}
            <Button
              size="small"
              inactive={!mayReport}
              loading={report.isPending}
              onClick={() => {
                if (mayReport) report.mutate();
              }}
            >
              Create report
            </Button>
            <AgainButton size="small" notBefore={retryAtOf(error)} isBusy={isFetching} onPress={() => void refetch()}>
              Refresh
            </AgainButton>
          </Heading>
          {error !== null && (
            <FailureNotice
              title={data === undefined ? `Couldn’t load ${person}` : OUTDATED_PAGE}
              failure={error}
              onRetry={() => {
                page.current?.focus();
                void refetch();
              }}
              isRetrying={isFetching}
              tone={data === undefined ? 'critical' : 'warning'}
            />
          )}
          {report.error !== null && (
            <FailureNotice
              title="Couldn’t create the report"
              failure={report.error}
              onRetry={() => report.mutate()}
              isRetrying={report.isPending}
            />
          )}
          {data?.report != null && <PersonReport person={login} report={data.report} />}
          <section className="stack-12 person-everywhere-organizations" aria-labelledby={label}>
            <SectionHeading id={label} title="Organizations" />
            <ListTable label={label} list={ORGANIZATION_ROWS} rows={rows} context={context} isBusy={isReading} />
            {!isReading && <Incomplete organizations={found} Unread={Unread} />}
          </section>
          {opened === 'change' && account !== null && (
            <ChangeAcrossDialog
              people={[account]}
              offered={offeredIn(found)}
              Unread={Unread}
              onClose={() => setOpened(null)}
            />
          )}
          {opened === 'offboard' && (
            <OffboardDialog
              person={login}
              organizations={found}
              offered={offeredIn(found)}
              Unread={Unread}
              onClose={() => setOpened(null)}
              onCancelled={() => void refetch()}
            />
          )}
          {opened === 'copy' && (
            <SameAccessDialog person={login} own={organizations} Unread={Unread} onClose={() => setOpened(null)} />
          )}
          {!isReading && data !== undefined && (
            <PersonEntries person={login} organizations={found} EntryText={EntryText} />
          )}
        </>
      )}
    </div>
  );
}

/** Also those in which it is not known whether the person belongs to them. */
const offeredIn = (organizations: readonly PersonInOrganization[]): readonly Offered[] =>
  organizations
    .map(({ id, login, name, person, isWhole }) => {
      const isThere = (person?.role ?? null) !== null;
      return { id, login, name, people: isThere ? 1 : isWhole ? 0 : null };
    })
    .filter(({ people }) => people !== 0);

function resultOf({ person }: PersonInOrganization): string {
  if (person === null) return '';
  return person.role === null ? 'not a member' : ROLE_LABELS[person.role].toLowerCase();
}

interface IncompleteProps extends Pick<PersonEverywhereProps, 'Unread'> {
  readonly organizations: readonly PersonInOrganization[];
}

function Incomplete({ organizations, Unread }: IncompleteProps) {
  const incomplete = organizations.filter(({ isWhole, withheld }) => !isWhole || withheld.length > 0);
  if (incomplete.length === 0) return null;
  return (
    <ul className="organization-lines-list" aria-label="Incomplete organizations">
      {incomplete.map((organization) => (
        <OrganizationLine
          key={organization.id}
          login={organization.login}
          organization={organization}
          isReading={false}
          Unread={Unread}
          result={resultOf(organization)}
        />
      ))}
    </ul>
  );
}

interface HeadingProps {
  readonly login: string;
  readonly organizations: readonly PersonInOrganization[];
  readonly isReading: boolean;
  readonly budgets: readonly BudgetLine[];
  readonly children: ReactNode;
}

function Heading({ login, organizations, isReading, budgets, children }: HeadingProps) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  const owned = useOwnedOrganizations();
  const secondFactor = (['disabled', 'insecure', 'enabled'] as const).find((state) =>
    organizations.some(({ person }) => person?.secondFactor === state),
  );
  return (
    <>
      <div className="person-everywhere-heading">
        <Portrait url={null} login={login} size={64} />
        <div className="person-everywhere-text">
          <h1 className="person-everywhere-name">{login}</h1>
          <p className="person-everywhere-labels">
            {secondFactor !== undefined && (
              <Label variant={SECOND_FACTOR_BADGES[secondFactor].variant}>
                {SECOND_FACTOR_BADGES[secondFactor].label}
              </Label>
            )}
          </p>
        </div>
        <div className="person-everywhere-steps">
          {codeHostUrl !== null && (
            <Link href={profileHref(codeHostUrl, login)}>
              View on {codeHost}
              <VisuallyHidden>: {login}</VisuallyHidden>
            </Link>
          )}
          {children}
        </div>
      </div>
      <p className="organization-lines-head person-everywhere-read">
        <span>
          <span role="status">{isReading ? '' : organizationsText(organizations)}</span>
          {isReading && readingText(organizations, owned.length, true)}
        </span>
        <span>{budgetText(budgets)}</span>
      </p>
    </>
  );
}

function organizationsText(organizations: readonly PersonInOrganization[]): string {
  const inThem = organizations.filter(({ person }) => (person?.role ?? null) !== null).length;
  const unchecked = uncheckedOf(organizations, false);
  const read = readFrom(
    { data: organizations, error: null },
    { all: 'your organizations', value: () => inThem, unread: () => unchecked.map(({ login }) => login) },
  );
  const none = noneRead(read, 'In none of the organizations you own');
  if (none !== null) return none;
  const text = inThem === 0 ? '' : `In ${counted(inThem, 'organization', 'organizations')} you own, `;
  return unchecked.length === 0 ? text.replace(/, $/, '') : capitalized(`${text}not checked in ${namesOf(unchecked)}`);
}

function NotThere({ person }: { readonly person: string }) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  return (
    <EmptyState
      heading="h1"
      icon={PersonIcon}
      title={`${person} not found`}
      actions={
        <>
          <PageLinkButton to="/people">View people</PageLinkButton>
          {codeHostUrl !== null && <LinkButton href={profileHref(codeHostUrl, person)}>Find on {codeHost}</LinkButton>}
        </>
      }
    >
      The account may have been deleted, or its username changed.
    </EmptyState>
  );
}
