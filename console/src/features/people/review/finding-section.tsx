import type { DismissedFinding } from '@orgdesk/client';
import { CheckCircleIcon } from '@primer/octicons-react';
import { Button, Label, Link, SkeletonBox, VisuallyHidden } from '@primer/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows, RowKey } from '../../../components/list/list.ts';
import { ListOptions } from '../../../components/list/list-options.tsx';
import { ListTable } from '../../../components/list/list-table.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { teamHref } from '../../../lib/address/paths.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { counted, formatCount, formatDay } from '../../../lib/reader-locale.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { atSentenceStart } from '../../../lib/sentence-start.ts';
import { withheldMessages } from '../list/withheld.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import {
  FINDINGS,
  type FindingName,
  isOpen,
  type ReviewFinding,
  type ReviewResult,
  reviewCsv,
  sizeText,
} from './findings.ts';
import { type FoundItem, useRestore } from './get-dismissed.ts';
import { contextOf, PEOPLE, PeopleChoice } from './people-choice.tsx';
import './review.css';

interface FindingSectionProps {
  readonly login: string;
  readonly organization: string;
  readonly name: FindingName;
  readonly review: ReviewResult;
  readonly ownerLimit: number;
  readonly dismissed: readonly DismissedFinding[];
  readonly children?: ReactNode;
}

export function FindingSection(props: FindingSectionProps) {
  const { login, organization, name, review, ownerLimit, dismissed, children } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, why, step, good, changes } = FINDINGS[name];
  const finding = review.findings.get(name);
  const isFound = finding !== undefined && isOpen(finding, ownerLimit);
  const selection = useSelection(PEOPLE.keyOf);
  const [dismissing, setDismissing] = useState<readonly FoundItem[] | null>(null);
  return (
    <section className="stack-12 finding" aria-labelledby={id} data-state={stateOf(finding, isFound, review.hasEnded)}>
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <span className="finding-title">
            {title} {isFound && <Label variant="attention">{sizeText(finding)}</Label>}
          </span>
        }
      >
        {isFound && (
          <FindingOptions login={login} finding={finding} selected={selection.selected} onDismiss={setDismissing} />
        )}
      </SectionHeading>
      {finding === undefined && !review.hasEnded && <SkeletonBox height="1.25rem" width="16rem" />}
      {finding === undefined && review.hasEnded && <UncheckedFinding name={name} review={review} />}
      {finding !== undefined && !isFound && (
        <p className="finding-good">
          <CheckCircleIcon />
          <span>
            {finding.finding === 'owners'
              ? `${counted(finding.people.length, 'owner', 'owners')} (limit: ${formatCount(ownerLimit)})`
              : dismissed.length > 0
                ? 'Everything found was dismissed.'
                : good}
          </span>
        </p>
      )}
      {isFound && (
        <p className="finding-why">
          {why} <strong>{step}</strong>
        </p>
      )}
      {children}
      {isFound &&
        ('teams' in finding ? (
          <ListTable label={id} list={TEAMS} rows={finding.teams} context={{ login, onDismiss: setDismissing }} />
        ) : (
          <PeopleChoice
            login={login}
            organization={organization}
            label={id}
            people={finding.people}
            selection={selection}
            changes={changes}
            onChanged={() => heading.current?.focus()}
            onDismiss={setDismissing}
          />
        ))}
      {dismissed.length > 0 && (
        <DismissedList
          login={login}
          finding={title}
          dismissed={dismissed}
          onRestored={() => heading.current?.focus()}
        />
      )}
      {dismissing !== null && (
        <DismissDialog
          finding={title}
          organizations={[{ login, items: dismissing }]}
          noun={finding !== undefined && 'teams' in finding ? ['team', 'teams'] : ['person', 'people']}
          onDone={(isDismissed) => {
            setDismissing(null);
            if (!isDismissed) return;
            selection.clear();
            // The focused button may be gone.
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

interface FindingOptionsProps extends TeamContext {
  readonly finding: ReviewFinding;
  readonly selected: ReadonlySet<RowKey>;
}

function FindingOptions({ login, finding, selected, onDismiss }: FindingOptionsProps) {
  const save = () => downloadCsv(`${login}-${finding.finding}.csv`, reviewCsv([finding], []));
  const downloads = [{ label: 'Download CSV', onSelect: save }];
  const read = readFrom({ data: finding, error: null }, { all: FINDINGS[finding.finding].title, value: () => null });
  if ('teams' in finding) {
    const context = { login, onDismiss };
    return <ListOptions list={TEAMS} context={context} shown={finding.teams} read={read} downloads={downloads} />;
  }
  const { people } = finding;
  return (
    <ListOptions
      list={PEOPLE}
      context={contextOf(login, people)}
      shown={people}
      read={read}
      selected={people.filter(({ id }) => selected.has(id))}
      downloads={downloads}
    />
  );
}

function stateOf(finding: ReviewFinding | undefined, isFound: boolean, hasEnded: boolean): string {
  if (finding === undefined) return hasEnded ? 'missing' : 'coming';
  return isFound ? 'open' : 'good';
}

function UncheckedFinding({ name, review: { withheld } }: Pick<FindingSectionProps, 'name' | 'review'>) {
  const { name: codeHost } = useCodeHost();
  const { parts } = FINDINGS[name];
  const messages = withheldMessages(
    withheld.filter(({ part }) => parts.includes(part)),
    codeHost,
  );
  return (
    <div className="finding-missing">
      <p>Not checked</p>
      {(messages.length === 0 ? [`${atSentenceStart(codeHost)} didn’t return this data.`] : messages).map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

type FoundTeam = Extract<ReviewFinding, { readonly teams: unknown }>['teams'][number];

interface TeamContext {
  readonly login: string;
  readonly onDismiss: (items: readonly FoundItem[]) => void;
}

const TEAMS = {
  name: 'review-teams',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Team',
      width: 'rest',
      cell: ({ key, seal, slug, name }, { login, onDismiss }, { stop }) => (
        <>
          <PageLink {...stop} to="/organizations/$login/teams" params={{ login }} hash={slug}>
            {name}
          </PageLink>
          <TeamStep login={login} slug={slug} name={name} />
          <Button {...stop} size="small" onClick={() => onDismiss([{ key, seal, name: slug }])}>
            Dismiss…<VisuallyHidden> team {name}</VisuallyHidden>
          </Button>
        </>
      ),
    },
    {
      heading: 'Repositories',
      width: 'third',
      cell: ({ repositoryCount }) => counted(repositoryCount, 'repository', 'repositories'),
    },
  ],
} as const satisfies ListRows<FoundTeam, TeamContext>;

function TeamStep({ login, slug, name }: Pick<FoundTeam, 'slug' | 'name'> & { readonly login: string }) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  if (codeHostUrl === null) return null;
  return (
    <span className="data-table-muted">
      <Link href={teamHref(codeHostUrl, login, slug)}>
        Edit<VisuallyHidden> team {name}</VisuallyHidden> on {codeHost}
      </Link>
    </span>
  );
}

interface DismissedListProps {
  readonly login: string;
  readonly finding: string;
  readonly dismissed: readonly DismissedFinding[];
  readonly onRestored: () => void;
}

function DismissedList({ login, finding, dismissed, onRestored }: DismissedListProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const restore = useRestore(login);
  return (
    <div className="stack-12">
      <div>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide dismissed' : 'Show dismissed'} ({formatCount(dismissed.length)})
          <VisuallyHidden> of {finding}</VisuallyHidden>
        </Button>
      </div>
      <ul className="dismissals-list" id={id} hidden={!isOpen}>
        {dismissed.map((one) => (
          <li className="dismissals-item" key={one.key}>
            <span className="dismissals-about">
              <strong>
                <bdi>{one.target.name}</bdi>
              </strong>{' '}
              <bdi>{one.reason}</bdi>
              <span className="dismissals-muted">
                Dismissed by <bdi>{one.dismissedBy.login}</bdi> until{' '}
                <time dateTime={one.until}>{formatDay(one.until)}</time>
              </span>
            </span>
            <Button
              size="small"
              inactive={restore.isPending}
              onClick={() => !restore.isPending && restore.mutate(one, { onSuccess: onRestored })}
            >
              Restore<VisuallyHidden> {one.target.name}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {restore.error !== null && (
        <FailureNotice
          title="Couldn’t restore the finding"
          failure={restore.error}
          onRetry={() =>
            restore.variables !== undefined && restore.mutate(restore.variables, { onSuccess: onRestored })
          }
          isRetrying={restore.isPending}
        />
      )}
    </div>
  );
}
