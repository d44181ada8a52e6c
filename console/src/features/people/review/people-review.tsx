import { Button, Link } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { securitySettingsHref } from '../../../lib/address/paths.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { useOwnerLimit } from '../../../lib/owner-limit.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { useReviewEnded } from '../../../lib/reading/owner-reads.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { ChangesLink } from '../change/changes-link.tsx';
import { FindingSection } from './finding-section.tsx';
import {
  FINDING_NAMES,
  FINDINGS,
  isOpen,
  NO_FINDINGS,
  type ReviewResult,
  reviewCsv,
  reviewMessage,
  uncheckedIn,
} from './findings.ts';
import { dismissedQuery, withoutDismissed } from './get-dismissed.ts';
import './review.css';

const NOTHING_YET: ReviewResult = { findings: new Map(), withheld: [], hasEnded: false };

interface PeopleReviewProps {
  readonly login: string;
  readonly organization: string;
}

export function PeopleReview({ login, organization }: PeopleReviewProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  const { ownerLimit, choose } = useOwnerLimit(login);
  const reading = useQuery(reviewQuery(login));
  const { data, error, isFetching, refetch, dataUpdatedAt } = reading;
  useReviewEnded(data?.hasEnded === true, dataUpdatedAt);
  const listed = useQuery(dismissedQuery(login));
  // Shown only once it is known what was dismissed, so that nothing disappears.
  const isListed = listed.data !== undefined || listed.error !== null;
  const found = isListed ? (data ?? NOTHING_YET) : NOTHING_YET;
  const { open: review, dismissedIn, dismissedCount } = withoutDismissed(found, listed.data ?? []);
  const open = [...review.findings.values()].filter((finding) => isOpen(finding, ownerLimit));
  const read = readFrom(
    { data, error },
    {
      all: `the access review of ${organization}`,
      value: () => open.length,
      unread: () => FINDING_NAMES.filter((name) => !review.findings.has(name)).map((name) => FINDINGS[name].title),
    },
  );
  const again = () => {
    heading.current?.focus();
    void refetch();
  };
  return (
    <section className="stack-12 people-review" aria-labelledby={id}>
      <p className="people-review-back">
        <PageLink to="/organizations/$login/people" params={{ login }}>
          All people
        </PageLink>
        <ChangesLink login={login} />
      </p>
      <SectionHeading id={id} heading={heading} title="Access review" of={organization}>
        <span className="people-review-steps">
          {open.length > 0 && review.hasEnded && (
            <Button onClick={() => downloadCsv(`${login}-access-review.csv`, reviewCsv(open, uncheckedIn(review)))}>
              Download all as CSV
            </Button>
          )}
          {(review.hasEnded || isFetching) && (
            <Button onClick={again} inactive={isFetching}>
              {isFetching ? 'Checking…' : 'Refresh'}
            </Button>
          )}
        </span>
      </SectionHeading>
      <ReadState
        reading={reading}
        failed="Couldn’t load the access review"
        outdated="Some checks failed"
        focus={heading}
      />
      {listed.isError && (
        <FailureNotice
          tone="warning"
          title="Couldn’t load dismissed findings"
          failure={listed.error}
          onRetry={() => void listed.refetch()}
          isRetrying={listed.isFetching}
        />
      )}
      {(found.hasEnded || found.findings.size > 0 || error === null) && (
        <>
          {noneRead(read, true) === true ? (
            <Notice tone="success" role="status" title={NO_FINDINGS}>
              <p>
                {dismissedCount > 0
                  ? `${formatCount(dismissedCount)} dismissed.`
                  : 'All checks on two-factor authentication, owners, outside collaborators, and teams passed.'}
              </p>
            </Notice>
          ) : (
            <p className="people-review-text" role="status">
              {reviewMessage(review, ownerLimit)}
            </p>
          )}
          {FINDING_NAMES.map((name) => (
            <FindingSection
              key={name}
              login={login}
              organization={organization}
              name={name}
              review={review}
              ownerLimit={ownerLimit}
              dismissed={dismissedIn(name)}
            >
              {name === 'owners' && <OwnerLimit limit={ownerLimit} onChoose={choose} />}
              {name === 'no-second-factor' && codeHostUrl !== null && open.some(({ finding }) => finding === name) && (
                <p className="finding-link">
                  <Link href={securitySettingsHref(codeHostUrl, login)} inline>
                    Require two-factor authentication on {codeHost}
                  </Link>
                </p>
              )}
            </FindingSection>
          ))}
        </>
      )}
    </section>
  );
}

interface OwnerLimitProps {
  readonly limit: number;
  readonly onChoose: (text: string) => void;
}

function OwnerLimit({ limit, onChoose }: OwnerLimitProps) {
  const id = useId();
  return (
    <label className="people-review-owners" htmlFor={id}>
      Owner limit
      <TextField
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        defaultValue={limit}
        onChange={({ target }) => onChoose(target.value)}
      />
    </label>
  );
}

/** Reads all people, teams and repositories to find problems. */
const reviewQuery = (login: string) =>
  lineQuery({
    key: personalKey('people-review', login),
    open: (options) => client.reviewPeople({ path: { login }, ...options }),
    empty: NOTHING_YET,
    withLine: (review, line) => {
      switch (line.kind) {
        case 'finding':
          return { ...review, findings: new Map([...review.findings, [line.finding, line]]) };
        case 'withheld':
          return { ...review, withheld: [...review.withheld, line.withheld] };
        case 'end':
          return { ...review, hasEnded: true };
      }
    },
    hasEnded: ({ hasEnded }) => hasEnded,
  });
