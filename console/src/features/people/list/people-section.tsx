import { PeopleIcon } from '@primer/octicons-react';
import { type ComponentType, useDeferredValue, useId, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Nothing } from '../../../components/messages/nothing.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { OUTDATED_LIST } from '../../../lib/failure-texts.ts';
import { formatClock, formatCount } from '../../../lib/reader-locale.ts';
import { retryAtOf } from '../../../lib/reading/http-client.ts';
import { ChangesLink } from '../change/changes-link.tsx';
import { PEOPLE } from './people-columns.tsx';
import { PeopleListed, peopleRead } from './people-listed.tsx';
import { NOT_ALL_LOADED } from './people-texts.ts';
import { type PeopleReading, usePeople, wantsTeamsIn } from './use-people.ts';
import { WithheldNotice } from './withheld.tsx';
import './people-section.css';

interface PeopleSectionProps {
  readonly login: string;
  readonly organization: string;
  readonly isOwner: boolean;
  /** False if the App does not work. */
  readonly mayRead: boolean;
  /** Explains missing data; if optional, only with a cause. */
  readonly Why: ComponentType<{ readonly isOptional?: boolean }>;
}

export function PeopleSection({ login, organization, isOwner, mayRead, Why }: PeopleSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { view, change } = useAddressView(PEOPLE.address);
  const reading = usePeople(login, { mayRead, wantsTeams: useDeferredValue(wantsTeamsIn(view)) });
  const { list, failure, isReading, isWhole, readAgain } = reading;
  const maySeeDetails = isOwner || (list !== undefined && list.secondFactors !== null);
  const isRefused = list?.isRefused === true;
  const isEmpty = list !== undefined && list.people.length === 0 && isWhole && !isRefused;
  const isListed = mayRead && !isRefused && !isEmpty && (list !== undefined || failure === null);
  const retry = () => {
    // The pressed button disappears.
    heading.current?.focus();
    readAgain();
  };

  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} heading={heading} title="People" of={organization}>
        {isOwner && (
          <PageLink to="/organizations/$login/people-review" params={{ login }}>
            Access review
          </PageLink>
        )}
        {isOwner && mayRead && <ChangesLink login={login} />}
        {mayRead && <ReadAgain reading={reading} />}
      </SectionHeading>
      {isListed && !maySeeDetails && <ForOwners onShowOwners={() => change({ role: 'admin' })} />}
      {failure !== null && (
        <FailureNotice
          title={failureTitle(reading)}
          failure={failure}
          onRetry={retry}
          isRetrying={isReading}
          tone={list === undefined ? 'critical' : 'warning'}
        />
      )}
      <WithheldNotice withheld={list?.withheld.filter(({ reason }) => reason !== 'owners-only') ?? []} />
      {isRefused && (
        <>
          <Notice tone="warning" role="status" title={`The people of ${organization} aren’t available`} />
          <Why />
        </>
      )}
      {isEmpty && (
        <>
          <Nothing
            read={peopleRead(reading, organization)}
            what="people"
            icon={PeopleIcon}
            title="No people"
            onRetry={retry}
            isRetrying={isReading}
          >
            No people are visible here.
          </Nothing>
          <Why isOptional />
        </>
      )}
      {isListed && (
        <PeopleListed
          login={login}
          organization={organization}
          isOwner={isOwner}
          maySeeDetails={maySeeDetails}
          label={id}
          reading={reading}
          view={view}
          onChange={change}
        />
      )}
    </section>
  );
}

function ReadAgain({
  reading: { list, failure, isReading, isWhole, readAt, readAgain },
}: {
  readonly reading: PeopleReading;
}) {
  const instant = new Date(readAt).toISOString();
  return (
    <div className="people-section-read">
      <span className="people-section-time">
        {list !== undefined && isWhole && !isReading && (
          <>
            Updated at <time dateTime={instant}>{formatClock(instant)}</time>
          </>
        )}
      </span>
      {failure === null && (
        <AgainButton size="small" notBefore={retryAtOf(failure)} isBusy={isReading} onPress={readAgain}>
          Refresh
        </AgainButton>
      )}
    </div>
  );
}

function failureTitle({ list, isWhole }: PeopleReading): string {
  if (list === undefined) return 'Couldn’t load people';
  if (isWhole) return OUTDATED_LIST;
  const { people, total } = list;
  return total === null || people.length >= total
    ? NOT_ALL_LOADED
    : `Only ${formatCount(people.length)} of ${formatCount(total)} people loaded`;
}

interface ForOwnersProps {
  readonly onShowOwners: () => void;
}

function ForOwners({ onShowOwners }: ForOwnersProps) {
  return (
    <p className="hint">
      Only owners can see two-factor authentication and outside collaborators. If you need this information,{' '}
      <button type="button" className="people-section-step" onClick={onShowOwners}>
        ask an owner
      </button>
      .
    </p>
  );
}
