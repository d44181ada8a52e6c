import { Button, Link, VisuallyHidden } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { securitySettingsHref } from '../../../lib/address/paths.ts';
import { download } from '../../../lib/keeping/download.ts';
import { FindingSection } from './finding-section.tsx';
import { FINDING_NAMES, isOpen, NO_FINDINGS, reviewMessage } from './findings.ts';
import { type ReviewResult, reviewQuery } from './get-review.ts';
import { useOwnerLimit } from './owner-limit.ts';
import './people-review.css';
import { reviewCsv } from './review-csv.ts';

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
  const { data, error, isFetching, refetch } = reading;
  const review = data ?? NOTHING_YET;
  const open = [...review.findings.values()].filter((finding) => isOpen(finding, ownerLimit));
  const isWhole = review.hasEnded && review.findings.size === FINDING_NAMES.length;
  const again = () => {
    heading.current?.focus();
    void refetch();
  };
  return (
    <section className="people-review" aria-labelledby={id}>
      <p className="people-review-back">
        <PageLink to="/organizations/$login/people" params={{ login }}>
          All people
        </PageLink>
      </p>
      <SectionHeading
        id={id}
        heading={heading}
        title={
          <>
            Access review<VisuallyHidden> of {organization}</VisuallyHidden>
          </>
        }
      >
        <span className="people-review-steps">
          {open.length > 0 && (
            <Button onClick={() => download(`${login}-access-review.csv`, reviewCsv(open))}>Download all as CSV</Button>
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
      {(data !== undefined || error === null) && (
        <>
          {isWhole && open.length === 0 ? (
            <Notice tone="success" role="status" title={NO_FINDINGS}>
              <p>All checks on two-factor authentication, owners, outside collaborators, and teams passed.</p>
            </Notice>
          ) : (
            <p className="people-review-words" role="status">
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
