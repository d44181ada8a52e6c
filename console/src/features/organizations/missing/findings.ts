import {
  CheckCircleIcon,
  type Icon,
  InfoIcon,
  KeyIcon,
  PencilIcon,
  PersonIcon,
  PlusCircleIcon,
  XCircleIcon,
} from '@primer/octicons-react';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { atSentenceStart } from '../../../lib/words/sentence-start.ts';
import type { MembershipComparison } from './compare-memberships.ts';

export interface MembershipFinding {
  readonly Icon: Icon;
  readonly title: string;
  readonly advice: string;
}

interface ComparisonContext {
  readonly listed: number;
  readonly codeHostName: string;
}

const NAMES_MAX = 8;
const list = new Intl.ListFormat('en');

/** Never returns an empty list. */
export function findingsOf(
  comparison: MembershipComparison | null,
  { listed, codeHostName }: ComparisonContext,
): readonly MembershipFinding[] {
  const host = atSentenceStart(codeHostName);
  if (comparison === null) {
    return [
      {
        Icon: InfoIcon,
        title: `${host} said nothing about your organizations`,
        advice: 'Sign in again, or enter a login below to see why that organization is not shown.',
      },
    ];
  }
  const { joined, gone, changedRole, renamed, behindSingleSignOn, otherwiseWithheld, sentences } = comparison;
  const { total, comparedCount } = comparison;
  const promoted = changedRole.filter(({ viewerCanAdminister }) => viewerCanAdminister);
  const demoted = changedRole.filter(({ viewerCanAdminister }) => !viewerCanAdminister);
  const isWithheld = behindSingleSignOn + otherwiseWithheld > 0;
  const role = 'orgdesk goes by the role you had when you signed in. Sign in again to change that.';
  const findings = [
    joined.length > 0 && {
      Icon: PlusCircleIcon,
      title: `${named(joined)} ${joined.length === 1 ? 'was' : 'were'} not shown when you signed in`,
      advice: `Sign in again to see ${joined.length === 1 ? 'it' : 'them'} here.`,
    },
    gone.length > 0 && {
      Icon: XCircleIcon,
      title: `${host} no longer names ${named(gone)}`,
      advice: isWithheld
        ? 'You left it, or have to sign on there first. The list shows what was so when you signed in: sign in again afterwards.'
        : 'You left it, or it hides from the App. The list shows what was so when you signed in: sign in again to bring it up to date.',
    },
    promoted.length > 0 && { Icon: PersonIcon, title: `You are now an admin of ${named(promoted)}`, advice: role },
    demoted.length > 0 && { Icon: PersonIcon, title: `You are no longer an admin of ${named(demoted)}`, advice: role },
    renamed.length > 0 && {
      Icon: PencilIcon,
      title: list.format(firstOf(renamed.map(({ from, to }) => `${from} is now called ${to}`))),
      advice: 'Sign in again to see it under its new login.',
    },
    behindSingleSignOn > 0 && {
      Icon: KeyIcon,
      title: `${organizations(behindSingleSignOn)} withheld by single sign-on`,
      advice: `${host} does not say which. Sign on to your organization there, then sign in again here.`,
    },
    otherwiseWithheld > 0 && {
      Icon: InfoIcon,
      title: `${organizations(otherwiseWithheld)} withheld by ${codeHostName}`,
      advice: `${sentences[0] ?? 'It gave no reason.'} Look there whether you may see it, or enter its login below.`,
    },
  ].filter((finding) => finding !== false);
  return [
    ...findings,
    ...(comparedCount < total
      ? [
          {
            Icon: InfoIcon,
            title: `Only the first ${formatCount(comparedCount)} of ${formatCount(total)} organizations could be compared`,
            advice:
              total === listed
                ? `${host} counts as many as this list has. Is one missing nevertheless, sign in again: that reads all of them.`
                : `This list has ${formatCount(listed)}. Sign in again: that reads all of them.`,
          },
        ]
      : []),
    ...(findings.length === 0 && comparedCount === total
      ? [
          {
            Icon: CheckCircleIcon,
            title:
              total === 0 ? `${host} still names no organization of yours` : 'Nothing has changed since you signed in',
            advice: `An organization that invited you appears once you have accepted its invitation at ${codeHostName} and signed in again. For any other, enter its login below.`,
          },
        ]
      : []),
  ];
}

/** `more` is omitted where space is short. */
export interface Brief {
  readonly short: string;
  readonly more: string;
}

/** Summarizes missing organizations. Returns null if none is known. */
export function briefOf(comparison: MembershipComparison | null): Brief | null {
  if (comparison === null) return null;
  const { behindSingleSignOn, otherwiseWithheld, joined } = comparison;
  if (behindSingleSignOn > 0) return { short: withheld(behindSingleSignOn), more: ' by single sign-on' };
  if (otherwiseWithheld > 0) return { short: withheld(otherwiseWithheld), more: '' };
  return joined.length > 0 ? { short: `${formatCount(joined.length)} new`, more: ' since you signed in' } : null;
}

const withheld = (count: number): string => `${counted(count, 'is', 'are')} withheld`;
const organizations = (count: number): string => counted(count, 'organization is', 'organizations are');

const named = (organizations: readonly { readonly login: string; readonly name: string | null }[]): string =>
  list.format(
    firstOf(organizations.map(({ login, name }) => (name === null || name === '' ? login : `${name} (${login})`))),
  );

/** Keeps titles short. */
const firstOf = (names: readonly string[]): readonly string[] =>
  names.length <= NAMES_MAX
    ? names
    : [...names.slice(0, NAMES_MAX - 1), `${formatCount(names.length - NAMES_MAX + 1)} more`];
