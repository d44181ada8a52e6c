import type { OrganizationMembershipView, ViewerProfileQuery, WithheldData } from '@orgdesk/client';
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
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { atSentenceStart } from '../../lib/sentence-start.ts';

interface MembershipFinding {
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
        title: `${host} returned no information about your organizations`,
        advice: 'Sign in again, or enter an organization name below to find out why it isn’t shown.',
      },
    ];
  }
  const { joined, gone, changedRole, renamed, behindSingleSignOn, otherwiseWithheld, messages } = comparison;
  const { total, comparedCount } = comparison;
  const promoted = changedRole.filter(({ viewerCanAdminister }) => viewerCanAdminister);
  const demoted = changedRole.filter(({ viewerCanAdminister }) => !viewerCanAdminister);
  const isWithheld = behindSingleSignOn + otherwiseWithheld > 0;
  const role = 'orgdesk uses the role you had when you signed in. Sign in again to update it.';
  const findings = [
    joined.length > 0 && {
      Icon: PlusCircleIcon,
      title: `You joined ${named(joined)} after you signed in`,
      advice: `Sign in again to show ${joined.length === 1 ? 'it' : 'them'} here.`,
    },
    gone.length > 0 && {
      Icon: XCircleIcon,
      title: `You no longer have access to ${named(gone)}`,
      advice: isWithheld
        ? 'You left, or single sign-on is required. Authorize single sign-on if needed, then sign in again to update the list.'
        : 'You left, or the organization restricts the App. Sign in again to update the list.',
    },
    promoted.length > 0 && { Icon: PersonIcon, title: `You’re now an owner of ${named(promoted)}`, advice: role },
    demoted.length > 0 && { Icon: PersonIcon, title: `You’re no longer an owner of ${named(demoted)}`, advice: role },
    renamed.length > 0 && {
      Icon: PencilIcon,
      title: list.format(firstOf(renamed.map(({ from, to }) => `${from} was renamed to ${to}`))),
      advice: 'Sign in again to show the new name.',
    },
    behindSingleSignOn > 0 && {
      Icon: KeyIcon,
      title: `${organizations(behindSingleSignOn)} hidden by single sign-on`,
      advice: `${host} doesn’t say which. Authorize single sign-on for your organization there, then sign in again here.`,
    },
    otherwiseWithheld > 0 && {
      Icon: InfoIcon,
      title: `${organizations(otherwiseWithheld)} hidden by ${codeHostName}`,
      advice: `${messages[0] ?? 'No reason given.'} Check your access there, or enter the organization name below.`,
    },
  ].filter((finding) => finding !== false);
  return [
    ...findings,
    ...(comparedCount < total
      ? [
          {
            Icon: InfoIcon,
            title: `Only the first ${formatCount(comparedCount)} of ${formatCount(total)} organizations were compared`,
            advice:
              total === listed
                ? `The number matches this list. If one is still missing, sign in again to load all of them.`
                : `This list has ${formatCount(listed)}. Sign in again to load all of them.`,
          },
        ]
      : []),
    ...(findings.length === 0 && comparedCount === total
      ? [
          {
            Icon: CheckCircleIcon,
            title: total === 0 ? 'You still have no organizations' : 'Nothing has changed since you signed in',
            advice: `If an organization invited you, accept the invitation on ${codeHostName}, then sign in again. For any other, enter its name below.`,
          },
        ]
      : []),
  ];
}

/** `more` is omitted where space is short. */
interface Brief {
  readonly short: string;
  readonly more: string;
}

/** Null without missing organizations. */
export function briefOf(comparison: MembershipComparison | null): Brief | null {
  if (comparison === null) return null;
  const { behindSingleSignOn, otherwiseWithheld, joined } = comparison;
  if (behindSingleSignOn > 0) return { short: withheld(behindSingleSignOn), more: ' by single sign-on' };
  if (otherwiseWithheld > 0) return { short: withheld(otherwiseWithheld), more: '' };
  return joined.length > 0 ? { short: `${formatCount(joined.length)} new`, more: ' since you signed in' } : null;
}

const withheld = (count: number): string => `${formatCount(count)} hidden`;
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

type ComparedMembership = Pick<OrganizationMembershipView, 'id' | 'login' | 'name' | 'viewerCanAdminister'>;

interface MembershipComparison {
  readonly joined: readonly ComparedMembership[];
  /** Empty if the list was incomplete. */
  readonly gone: readonly ComparedMembership[];
  /** With their current values. */
  readonly changedRole: readonly ComparedMembership[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Withheld for single sign-on, and for other reasons. */
  readonly behindSingleSignOn: number;
  readonly otherwiseWithheld: number;
  /** The code host's reasons without duplicates. */
  readonly messages: readonly string[];
  /** The code host returns only the first 100. */
  readonly total: number;
  readonly comparedCount: number;
}

/** Null without data about organizations. */
export function compareMemberships(
  listed: readonly ComparedMembership[],
  profile: ViewerProfileQuery | null,
  withheld: readonly WithheldData[],
): MembershipComparison | null {
  // Partly withheld answers may contain null despite the type.
  const organizations = (profile?.viewer ?? null)?.organizations ?? null;
  if (organizations === null) return null;
  const nodes = organizations.nodes ?? [];
  const named = nodes.flatMap((node) =>
    node === null || node.databaseId === null ? [] : [{ ...node, id: node.databaseId }],
  );
  const missing = nodes.filter((node) => node === null).length;
  const signOn = withheld.filter(({ message }) => asksForSingleSignOn(message)).length;
  const isWhole = !organizations.pageInfo.hasNextPage;
  const before = new Map(listed.map((membership) => [membership.id, membership]));
  const now = new Set(named.map(({ id }) => id));
  return {
    joined: named.filter(({ id }) => !before.has(id)),
    gone: isWhole ? listed.filter(({ id }) => !now.has(id)) : [],
    changedRole: named.filter(
      ({ id, viewerCanAdminister }) =>
        (before.get(id)?.viewerCanAdminister ?? viewerCanAdminister) !== viewerCanAdminister,
    ),
    renamed: named.flatMap(({ id, login: to }) => {
      const from = before.get(id)?.login ?? to;
      return from === to ? [] : [{ from, to }];
    }),
    behindSingleSignOn: Math.min(signOn, missing),
    otherwiseWithheld: missing - Math.min(signOn, missing),
    messages: [...new Set(withheld.map(({ message }) => message))],
    total: organizations.totalCount,
    comparedCount: nodes.length,
  };
}

/** Recognizable only by the message: see `WithheldData`. */
const asksForSingleSignOn = (message: string): boolean => /\bSAML\b|single sign-on/i.test(message);
