import { CheckCircleIcon } from '@primer/octicons-react';
import { Button, LinkButton } from '@primer/react';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { countRead, noneRead, type Read, unreadText } from '../../lib/reading/read.ts';
import type { AttentionItem, ReviewState } from './attention.ts';
import { AttentionFrame } from './attention-frame.tsx';

const SHOWN_FIRST = 3;

interface AttentionListProps {
  readonly items: readonly AttentionItem[];
  readonly isReading: boolean;
  /** The items, and names of organizations of which something was not read. */
  readonly read: Read<number>;
  readonly onRetry: () => void;
  /** When the access review last ran in the person's organizations. Null if it was not read, or if they own none. */
  readonly review: ReviewState | null;
  /** Where it is run. */
  readonly reviewPath: string;
  /** False on an organization's own page. */
  readonly namesOrganizations: boolean;
}

/** Keeps its height while items arrive; further ones show on request. */
export function AttentionList(props: AttentionListProps) {
  const { items, isReading, read, onRetry, review, reviewPath, namesOrganizations } = props;
  const isReviewed = review === null || review.never.length + review.incomplete.length === 0;
  const [showsAll, setShowsAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = showsAll ? items : items.slice(0, SHOWN_FIRST);
  return (
    <AttentionFrame
      isReading={isReading}
      heading={heading}
      count={countRead(read, 'item', 'items')}
      action={
        items.length > SHOWN_FIRST && (
          <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${formatCount(items.length)}`}
          </Button>
        )
      }
    >
      {shown.map((item) => (
        <Item key={item.key} item={item} namesOrganization={namesOrganizations} heading={heading} />
      ))}
      {!isReading &&
        isReviewed &&
        noneRead(
          read,
          <li className="attention-item attention-nothing">
            <CheckCircleIcon /> Nothing needs your attention.
          </li>,
        )}
      {!isReading && read.kind !== 'whole' && (
        <li className="attention-item attention-nothing">
          <span className="attention-text">Couldn’t check everything. {unreadText(read)}</span>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </li>
      )}
      {!isReading && review !== null && (
        <ReviewLine review={review} path={reviewPath} namesOrganizations={namesOrganizations} />
      )}
    </AttentionFrame>
  );
}

interface ReviewLineProps {
  readonly review: ReviewState;
  readonly path: string;
  readonly namesOrganizations: boolean;
}

/** Says when the access review was last run, as the service knows it. */
function ReviewLine({ review: { never, incomplete, oldestAt }, path, namesOrganizations }: ReviewLineProps) {
  const of = (organizations: ReviewState['never'], text: string) =>
    namesOrganizations ? `${text}${namesOf(organizations)}` : '';
  const lines = [
    ...(never.length > 0 ? [`Access review not run yet${of(never, ' in ')}`] : []),
    ...(incomplete.length > 0 ? [`Last access review incomplete${of(incomplete, ' in ')}`] : []),
    ...(never.length === 0 && oldestAt !== null ? [`Last access review: ${formatMinute(oldestAt)}`] : []),
  ];
  return lines.map((text, index) => (
    <li className="attention-item attention-nothing" key={text}>
      <span className="attention-text">{text}</span>
      {index === 0 && (
        <PageLinkButton to={path} size="small">
          {never.length > 0 ? 'Run access review' : 'View access review'}
        </PageLinkButton>
      )}
    </li>
  ));
}

const NAMED_MAX = 3;

function namesOf(organizations: ReviewState['never']): string {
  const named = organizations.slice(0, NAMED_MAX).map(({ name, login }) => name ?? login);
  const more = organizations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** Few people have a stopped job. */
const ResumeStopped = lazy(async () => ({
  default: (await import('../../components/jobs/resume-stopped.tsx')).ResumeStopped,
}));

interface ItemProps {
  readonly item: AttentionItem;
  readonly namesOrganization: boolean;
  /** Gets the focus when the item is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

function Item({ item, namesOrganization, heading }: ItemProps) {
  const { title, organization, action, stopped } = item;
  const name = organization.name ?? organization.login;
  const label = `${action.label}: ${namesOrganization ? `${name}, ${title}` : title}`;
  const link =
    'href' in action ? (
      <LinkButton href={action.href} size="small" aria-label={label}>
        {action.label}
      </LinkButton>
    ) : (
      <PageLinkButton
        to={action.path}
        search={{ rest: action.query ?? '' }}
        hash={action.fragment ?? ''}
        size="small"
        aria-label={label}
      >
        {action.label}
      </PageLinkButton>
    );
  return (
    <li className="attention-item">
      <span className="attention-text">
        {namesOrganization && <strong>{name} </strong>}
        {title}
      </span>
      {stopped === undefined ? (
        link
      ) : (
        <Suspense fallback={link}>
          <ResumeStopped
            login={organization.login}
            job={stopped}
            label={`Resume: ${namesOrganization ? `${name}, ${title}` : title}`}
            heading={heading}
          >
            {link}
          </ResumeStopped>
        </Suspense>
      )}
    </li>
  );
}
