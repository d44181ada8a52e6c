import type {
  InstallationRequestView,
  Job,
  JobKind,
  LastReview,
  ListedInvitation,
  OrganizationView,
} from '@orgdesk/client';
import { countOf, isOver, jobAnchor } from '../../components/jobs/get-jobs.ts';
import { awaitsSignIn, REASONS } from '../../components/jobs/job-reasons.ts';
import { untilText } from '../../components/jobs/job-texts.ts';
import { organizationPath } from '../../lib/address/paths.ts';
import { requestText } from '../../lib/app.ts';
import { counted, formatCount, formatDay, formatMinuteBy } from '../../lib/reader-locale.ts';

export interface AttentionItem {
  readonly key: string;
  /** The lowest is the most urgent. */
  readonly urgency: number;
  readonly organization: Pick<OrganizationView, 'login' | 'name'>;
  readonly title: string;
  readonly action: { readonly label: string } & (PageTarget | { readonly href: string });
  /** Of the person, and waits for their sign-in. */
  readonly stopped?: Job;
}

interface PageTarget {
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

/** What was read of an organization; undefined if it was not. */
export interface OrganizationState {
  readonly organization: OrganizationView;
  readonly jobs: readonly Job[] | undefined;
  readonly invitations: readonly ListedInvitation[] | undefined;
  readonly requests: readonly InstallationRequestView[];
  /** When the first webhook was sent that has not arrived. */
  readonly missingSince: string | null;
  /** Null if none is stored; undefined if that was not read. */
  readonly review: LastReview | null | undefined;
  /** How many owners are no finding. */
  readonly ownerLimit: number;
  /** From the files applied last; undefined if they were not compared. */
  readonly differences: number | undefined;
}

export interface AttentionContext {
  /** Login of the person who reads it. */
  readonly viewer: string;
  readonly now: Date;
}

export interface AttentionLinks {
  readonly appSettings: (organization: OrganizationView) => string | null;
  readonly install: (organization: OrganizationView) => string;
}

const URGENCY = {
  stopped: 1,
  suspended: 2,
  request: 3,
  missing: 4,
  paused: 5,
  failed: 6,
  expiring: 7,
  differences: 8,
  findings: 9,
  waiting: 10,
  noApp: 11,
};

const KINDS: Readonly<Record<JobKind, { readonly noun: string; readonly of: string; readonly page: string }>> = {
  invitations: { noun: 'batch', of: 'Batch of', page: '/invitations/sending' },
  'people-change': { noun: 'change', of: 'Change of', page: '/people-changes' },
  'access-export': { noun: 'export', of: 'Access list', page: '/repositories/access-exports' },
  'organization-file': { noun: 'plan', of: 'Plan for', page: '/file' },
};
const DAY_MS = 86_400_000;
const SOON_MS = 2 * DAY_MS;

/** Most urgent first. */
export function attentionOf(
  states: readonly OrganizationState[],
  links: AttentionLinks,
  { viewer, now }: AttentionContext,
): readonly AttentionItem[] {
  return states
    .flatMap((state) => [
      ...jobItems(state, { viewer, now }),
      ...appItems(state, links),
      ...peopleItems(state, now),
      ...stateItems(state, now),
    ])
    .toSorted((one, other) => one.urgency - other.urgency);
}

function jobItems(
  { organization, jobs = [] }: OrganizationState,
  { viewer, now }: AttentionContext,
): readonly AttentionItem[] {
  return jobs.flatMap((job) => {
    const state = stateOf(job, now);
    if (state === null) return [];
    const { noun, page } = KINDS[job.kind];
    const action = {
      label: `View ${noun}`,
      path: organizationPath(organization.login) + page,
      fragment: jobAnchor(job),
    };
    const title = `${nameOf(job)}: ${state.label}`;
    const stopped = job.runBy === viewer && awaitsSignIn(job) ? { stopped: job } : {};
    return [{ key: job.id, organization, urgency: state.urgency, title, action, ...stopped }];
  });
}

function nameOf({ kind, title, file, progress: { total } }: Job): string {
  if (title !== null) return `“${title}”`;
  const { of } = KINDS[kind];
  return file !== null || total === null ? of : `${of} ${counted(total, 'person', 'people')}`;
}

function stateOf(job: Job, now: Date): { readonly urgency: number; readonly label: string } | null {
  if (job.state === 'failed') {
    return { urgency: URGENCY.stopped, label: job.reason === null ? 'stopped' : REASONS[job.reason].label };
  }
  if (job.state === 'paused') return { urgency: URGENCY.paused, label: 'paused' };
  if (job.state === 'limited') {
    const until = untilText(job, now);
    return { urgency: URGENCY.waiting, label: until === null ? 'waiting' : `waiting until ${until}` };
  }
  const isRecent = isOver(job) && now.getTime() - Date.parse(job.endedAt ?? '') < DAY_MS;
  const notDone = countOf(job, 'refused', 'not-found', 'changed-since', 'failed') + (job.file?.unseen ?? 0);
  return job.state === 'done' && isRecent && notDone > 0
    ? { urgency: URGENCY.failed, label: `done, except ${formatCount(notDone)}` }
    : null;
}

function appItems(
  { organization, requests }: OrganizationState,
  { appSettings, install }: AttentionLinks,
): readonly AttentionItem[] {
  const { login, suspendedAt, hasAppInstalled } = organization;
  const settings = appSettings(organization);
  const request = requests.find(({ viewerCanApprove }) => viewerCanApprove);
  const text = requestText(requests);
  if (request !== undefined && text !== null) {
    const action = { label: 'Review request', href: request.approvalUrl };
    return [{ key: `request-${login}`, urgency: URGENCY.request, organization, title: text, action }];
  }
  if (suspendedAt !== null) {
    const action =
      settings === null
        ? { label: 'View', path: organizationPath(organization.login) }
        : { label: 'App settings', href: settings };
    return [{ key: `app-${login}`, urgency: URGENCY.suspended, organization, title: 'The App is suspended', action }];
  }
  if (hasAppInstalled) return [];
  const action = { label: 'Install', href: install(organization) };
  return [{ key: `app-${login}`, urgency: URGENCY.noApp, organization, title: 'The App isn’t installed', action }];
}

function peopleItems({ organization, invitations = [] }: OrganizationState, now: Date) {
  const failed = invitations.filter(({ state }) => state === 'failed').length;
  const expiring = invitations.filter(
    ({ state, expiresAt }) => state === 'open' && expiresAt !== null && Date.parse(expiresAt) - now.getTime() < SOON_MS,
  ).length;
  const item = (kind: 'failed' | 'expiring', title: string, target: PageTarget): AttentionItem => ({
    key: `${kind}-${organization.login}`,
    urgency: URGENCY[kind],
    organization,
    title,
    action: { label: 'View', ...target, path: organizationPath(organization.login) + target.path },
  });
  return [
    ...(failed > 0
      ? [
          item('failed', counted(failed, 'invitation failed', 'invitations failed'), {
            path: '/invitations',
            query: 'state=failed',
          }),
        ]
      : []),
    ...(expiring > 0
      ? [
          item('expiring', `${counted(expiring, 'invitation expires', 'invitations expire')} within two days`, {
            path: '/invitations',
            query: 'state=open',
          }),
        ]
      : []),
  ];
}

function stateItems(
  { organization, missingSince, review, ownerLimit, differences = 0 }: OrganizationState,
  now: Date,
): readonly AttentionItem[] {
  const { login } = organization;
  const item = (
    kind: 'missing' | 'differences' | 'findings',
    title: string,
    label: string,
    path: string,
  ): AttentionItem => ({
    key: `${kind}-${login}`,
    urgency: URGENCY[kind],
    organization,
    title,
    action: { label, path: organizationPath(login) + path },
  });
  return [
    ...(missingSince === null
      ? []
      : [
          item(
            'missing',
            `Changes since ${formatMinuteBy(new Date(missingSince), now)} may be missing`,
            'View audit log',
            '/audit-trail',
          ),
        ]),
    ...(differences === 0
      ? []
      : [
          item(
            'differences',
            `${counted(differences, 'difference', 'differences')} from the files applied last`,
            'View',
            '/file',
          ),
        ]),
    ...(review == null || openIn(review, ownerLimit) === 0
      ? []
      : [
          item(
            'findings',
            `${counted(openIn(review, ownerLimit), 'finding', 'findings')} in your access review of ${formatDay(review.reviewedAt)}`,
            'View',
            '/people-review',
          ),
        ]),
  ];
}

const openIn = ({ findings }: LastReview, ownerLimit: number): number =>
  findings.filter(({ finding, open }) => open > (finding === 'owners' ? ownerLimit : 0)).length;

type Named = Pick<OrganizationView, 'login' | 'name'>;

/** When the access review was last run; null while that is not known. */
export interface ReviewState {
  readonly never: readonly Named[];
  readonly incomplete: readonly Named[];
  /** The oldest of the last ones, if there is one of each organization. */
  readonly oldestAt: string | null;
}

export function reviewStateOf(
  states: readonly Pick<OrganizationState, 'organization' | 'review'>[],
): ReviewState | null {
  if (states.some(({ review }) => review === undefined)) return null;
  const times = states.flatMap(({ review }) => (review == null ? [] : [review.reviewedAt]));
  return {
    never: states.filter(({ review }) => review === null).map(({ organization }) => organization),
    incomplete: states
      .filter(({ review }) => review != null && review.notChecked.length > 0)
      .map(({ organization }) => organization),
    oldestAt: times.length === states.length ? (times.toSorted()[0] ?? null) : null,
  };
}
