import { CheckCircleIcon } from '@primer/octicons-react';
import { Button, Label, Link, SkeletonBox, VisuallyHidden } from '@primer/react';
import { type ReactNode, useId, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { teamHref } from '../../../lib/address/paths.ts';
import { download } from '../../../lib/keeping/download.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { atSentenceStart } from '../../../lib/words/sentence-start.ts';
import { withheldMessages } from '../withheld/withheld-words.ts';
import { FINDINGS, isOpen, sizeWords } from './findings.ts';
import type { FindingName, ReviewFinding, ReviewResult } from './get-review.ts';
import { PeopleChoice } from './people-choice.tsx';
import { reviewCsv } from './review-csv.ts';

interface FindingSectionProps {
  readonly login: string;
  readonly organization: string;
  readonly name: FindingName;
  readonly review: ReviewResult;
  readonly ownerLimit: number;
  /** Extra controls, such as the owner limit. */
  readonly children?: ReactNode;
}

export function FindingSection({ login, organization, name, review, ownerLimit, children }: FindingSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, why, step, good, changes } = FINDINGS[name];
  const finding = review.findings.get(name);
  const isFound = finding !== undefined && isOpen(finding, ownerLimit);
  return (
    <section className="finding" aria-labelledby={id} data-state={stateOf(finding, isFound, review.hasEnded)}>
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <span className="finding-title">
            {title} {isFound && <Label variant="attention">{sizeWords(finding)}</Label>}
          </span>
        }
      >
        {isFound && (
          <Button size="small" onClick={() => download(`${login}-${name}.csv`, reviewCsv([finding]))}>
            CSV
            <VisuallyHidden> of {title}</VisuallyHidden>
          </Button>
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
          <ListTable label={id} list={TEAMS} rows={finding.teams} context={{ login }} />
        ) : (
          <PeopleChoice
            login={login}
            organization={organization}
            label={id}
            people={finding.people}
            changes={changes}
            onChanged={() => heading.current?.focus()}
          />
        ))}
    </section>
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

const TEAMS: ListRows<FoundTeam, { readonly login: string }> = {
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Team',
      width: 'rest',
      cell: ({ slug, name }, { login }) => (
        <>
          <PageLink to="/organizations/$login/teams" params={{ login }} hash={slug}>
            {name}
          </PageLink>
          <TeamStep login={login} slug={slug} name={name} />
        </>
      ),
    },
    {
      heading: 'Repositories',
      width: 'third',
      cell: ({ repositoryCount }) => counted(repositoryCount, 'repository', 'repositories'),
    },
  ],
};

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
