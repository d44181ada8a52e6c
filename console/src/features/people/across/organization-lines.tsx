import type { OrganizationFailure } from '@orgdesk/contract/people/across/list-across';
import type { OrganizationReading } from '@orgdesk/contract/people/across/merge';
import { AlertIcon, CheckCircleIcon, ClockIcon, SyncIcon } from '@primer/octicons-react';
import { Link } from '@primer/react';
import { type ComponentType, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../../lib/address/sign-in-href.ts';
import { formatMinuteBy } from '../../../lib/reader-locale.ts';
import { useOwnedOrganizations } from '../../../lib/reading/owned-organizations.ts';
import { countRead, type Read, readFrom } from '../../../lib/reading/read.ts';
import { reasonText, withheldMessages, withheldNames } from '../list/withheld.tsx';
import { readingText } from './across-texts.ts';
import type { ReadOrganization } from './get-people-across.ts';
import './organization-lines.css';

/** More lines would hide the list below them. */
const OPEN_MAX = 12;

export interface UnreadProps {
  readonly organization: Pick<OrganizationReading, 'id' | 'login' | 'name'>;
  readonly failure: OrganizationFailure;
}

interface OrganizationLinesProps {
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  readonly isReading: boolean;
  readonly budget: string;
  /** Explains why an organization could not be read, with the step that helps. */
  readonly Unread: ComponentType<UnreadProps>;
  /** What was read of an organization. Defaults to the number of people. */
  readonly resultOf?: (organization: ReadOrganization) => string;
}

/** One line per organization, of a fixed height, so that the list below does not move. */
export function OrganizationLines(props: OrganizationLinesProps) {
  const { organizations, isReading, budget, Unread, resultOf = peopleIn } = props;
  const owned = useOwnedOrganizations();
  const [isOpen] = useState(() => owned.length <= OPEN_MAX && !window.matchMedia('(max-width: 43.99rem)').matches);
  const text = readingText([...organizations.values()], owned.length, isReading);
  return (
    <details className="organization-lines" open={isOpen}>
      <summary className="organization-lines-summary">
        <span className="organization-lines-head">
          <span>
            <span role="status">{isReading ? '' : text}</span>
            {isReading && text}
          </span>
          <span>{budget}</span>
        </span>
      </summary>
      <ul className="organization-lines-list" aria-label="Organizations">
        {owned.map(({ id, login }) => {
          const organization = organizations.get(id);
          return (
            <OrganizationLine
              key={id}
              login={login}
              organization={organization}
              isReading={isReading}
              Unread={Unread}
              result={organization === undefined ? '' : resultOf(organization)}
            />
          );
        })}
      </ul>
    </details>
  );
}

/** What of an organization was read. */
export const inOrganization = (organization: OrganizationReading, value: number): Read<number> =>
  readFrom(
    { data: organization, error: organization.failure },
    {
      all: organization.login,
      value: () => value,
      unread: ({ isWhole, withheld }) => (isWhole ? withheldNames(withheld) : [organization.login]),
    },
  );

const peopleIn = (organization: ReadOrganization): string =>
  countRead(inOrganization(organization, organization.count), 'person', 'people');

interface OrganizationLineProps extends Pick<OrganizationLinesProps, 'isReading' | 'Unread'> {
  readonly login: string;
  readonly organization: OrganizationReading | undefined;
  readonly result: string;
}

export function OrganizationLine({ login, organization, isReading, Unread, result }: OrganizationLineProps) {
  return (
    <li className="organization-lines-line">
      {organization === undefined || organization.state !== 'finished' ? (
        <Unfinished
          login={organization?.login ?? login}
          hasBegun={organization?.state === 'reading'}
          isReading={isReading}
        />
      ) : (
        <Finished organization={organization} Unread={Unread} result={result} />
      )}
    </li>
  );
}

interface UnfinishedProps {
  readonly login: string;
  readonly hasBegun: boolean;
  readonly isReading: boolean;
}

function Unfinished({ login, hasBegun, isReading }: UnfinishedProps) {
  const Icon = isReading ? (hasBegun ? SyncIcon : ClockIcon) : AlertIcon;
  return (
    <>
      <Icon />
      <span className="organization-lines-text">
        {login}: {isReading ? (hasBegun ? 'loading…' : 'waiting') : 'not loaded'}
      </span>
    </>
  );
}

interface FinishedProps {
  readonly organization: OrganizationReading;
  readonly Unread: ComponentType<UnreadProps>;
  readonly result: string;
}

function Finished({ organization, Unread, result }: FinishedProps) {
  const { name: codeHost } = useCodeHost();
  const { login, failure, withheld } = organization;
  if (failure !== null) {
    return (
      <>
        <AlertIcon className="organization-lines-alert" aria-label="Not loaded" />
        <Unread organization={organization} failure={failure} />
      </>
    );
  }
  const isWhole = withheld.length === 0;
  const Icon = isWhole ? CheckCircleIcon : AlertIcon;
  return (
    <>
      <Icon className={isWhole ? 'organization-lines-good' : 'organization-lines-alert'} />
      <PageLink to="/organizations/$login/people" params={{ login }}>
        {login}
      </PageLink>
      <span className="organization-lines-text">
        {[result, ...withheldMessages(withheld, codeHost)].filter((text) => text !== '').join('. ')}
      </span>
    </>
  );
}

/** For reasons other than those that limit the person's access. */
export function UnreadText({ organization: { login }, failure }: UnreadProps) {
  const { name: codeHost } = useCodeHost();
  const { reason, message, retryAt } = failure;
  const isKnown = reason === 'refused' || reason === 'unreachable';
  const known = isKnown ? reason : reason === 'limit' ? 'rate-limited' : 'out-of-time';
  const why =
    reason === 'token-rejected' ? 'your sign-in is no longer valid' : reasonText({ reason: known, message }, codeHost);
  const text = `Couldn’t load ${login}: ${why}`;
  const until = retryAt === null ? '' : `. Try again at ${formatMinuteBy(new Date(retryAt), new Date())}`;
  return (
    <>
      <span className="organization-lines-text" title={text + until}>
        {text}
        {until}
      </span>
      {reason === 'token-rejected' && (
        <Link href={signInHref(addressHere())} inline>
          Sign in again
        </Link>
      )}
    </>
  );
}
