import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { membershipIn, sessionSoonIn } from '../features/account/get-session.ts';
import { listSearch } from '../features/organizations/list-view.ts';
import type { AddressQuery } from '../lib/address/address-view.ts';
import { atLeastSoon } from '../lib/soon.ts';
import { ConsoleFrame } from './frame/console-frame.tsx';
import { type LazyPage, lazyPage, type RouteParams } from './lazy-page.tsx';
import { ConsoleBroken } from './page-broken.tsx';

interface RouterContext {
  readonly client: QueryClient;
}

interface PlannedVisit {
  readonly context: RouterContext;
  readonly params: Partial<RouteParams>;
  readonly location: { readonly searchStr: string };
  readonly preload: boolean;
}

/** Prefetches a page's data, only for signed-in people who belong to the organization. */
async function readAhead({ load }: LazyPage, { context: { client }, params, location }: PlannedVisit) {
  const session = await sessionSoonIn(client);
  if (session === null) return;
  const { login: written, repository = '', person = '' } = params;
  // Spelled as the page will request it.
  const login = written === undefined ? '' : membershipIn(session, written)?.login;
  if (login === undefined) return;
  await (await load())?.readAhead?.(client, { login, repository, person, query: location.searchStr });
}

const readSoon = (page: LazyPage, visit: PlannedVisit) => atLeastSoon(readAhead(page, visit));

const organizationsPage = lazyPage(() => import('./organizations-page.tsx'));
const installationsPage = lazyPage(() => import('./installations-page.tsx'));
const sessionsPage = lazyPage(() => import('./sessions-page.tsx'));
const devicePage = lazyPage(() => import('./device-page.tsx'));
const peopleAcrossPage = lazyPage(() => import('./people/people-across-page.tsx'));
const personEverywherePage = lazyPage(() => import('./people/person-everywhere-page.tsx'));
const runsPage = lazyPage(() => import('./people/runs-page.tsx'));
const runPage = lazyPage(() => import('./people/run-page.tsx'));
const inviteSeveralPage = lazyPage(() => import('./people/invite-several-page.tsx'));
const reviewAcrossPage = lazyPage(() => import('./people/review-across-page.tsx'));
const organizationPage = lazyPage(() => import('./organization/organization-page.tsx'));
const overviewPage = lazyPage(() => import('./organization/overview-page.tsx'));
const peoplePage = lazyPage(() => import('./organization/people-page.tsx'));
const personPage = lazyPage(() => import('./organization/person-page.tsx'));
const peopleReviewPage = lazyPage(() => import('./organization/people-review-page.tsx'));
const peopleChangesPage = lazyPage(() => import('./organization/people-changes-page.tsx'));
const teamsPage = lazyPage(() => import('./organization/teams-page.tsx'));
const repositoriesPage = lazyPage(() => import('./organization/repositories-page.tsx'));
const mentionablePage = lazyPage(() => import('./organization/mentionable-page.tsx'));
const repositoryAccessPage = lazyPage(() => import('./organization/repository-access-page.tsx'));
const accessExportsPage = lazyPage(() => import('./organization/access-exports-page.tsx'));
const organizationFilePage = lazyPage(() => import('./organization/organization-file-page.tsx'));
const installationPage = lazyPage(() => import('./organization/installation-page.tsx'));
const invitationsFrame = lazyPage(() => import('./organization/invitations-frame-page.tsx'));
const invitationsPage = lazyPage(() => import('./organization/invitations-page.tsx'));
const invitePage = lazyPage(() => import('./organization/invite-page.tsx'));
const batchesPage = lazyPage(() => import('./organization/batches-page.tsx'));
const auditTrailPage = lazyPage(() => import('./organization/audit-trail-page.tsx'));
const nowherePage = lazyPage(() => import('./not-found-page.tsx'));

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: ConsoleFrame,
  errorComponent: ConsoleBroken,
  // For unreadable URLs.
  notFoundComponent: nowherePage.Page,
});

const organizationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: AddressQuery) => listSearch(search),
  component: organizationsPage.Page,
  loader: (visit) => readSoon(organizationsPage, visit),
});

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organizations',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/', search: listSearch(search), hash: true, replace: true });
  },
});

const peopleAcrossRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'people',
  component: peopleAcrossPage.Page,
});

const personEverywhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'people/$person',
  component: personEverywherePage.Page,
  // Hovering must not start calls in each organization.
  loader: (visit) => (visit.preload ? personEverywherePage.Page.preload() : readSoon(personEverywherePage, visit)),
});

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'runs',
  component: runsPage.Page,
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'runs/$run',
  component: runPage.Page,
});

const inviteSeveralRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invite',
  component: inviteSeveralPage.Page,
});

const reviewAcrossRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'people-review',
  component: reviewAcrossPage.Page,
});

const installationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'installations',
  component: installationsPage.Page,
  loader: (visit) => readSoon(installationsPage, visit),
});

const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sessions',
  component: sessionsPage.Page,
  loader: (visit) => readSoon(sessionsPage, visit),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'device',
  component: devicePage.Page,
});

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organizations/$login',
  component: organizationPage.Page,
  loader: (visit) => readSoon(organizationPage, visit),
});

const overviewRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: overviewPage.Page,
  loader: (visit) => readSoon(overviewPage, visit),
});

const peopleRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'people',
  component: peoplePage.Page,
  // Hovering must not start up to hundreds of code host calls.
  loader: (visit) => (visit.preload ? peoplePage.Page.preload() : readSoon(peoplePage, visit)),
});

const personRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'people/$person',
  component: personPage.Page,
  loader: (visit) => readSoon(personPage, visit),
});

/** Like the changes, not below `people`, because any name could be a login. */
const peopleReviewRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'people-review',
  component: peopleReviewPage.Page,
});

const peopleChangesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'people-changes',
  component: peopleChangesPage.Page,
});

const teamsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'teams',
  component: teamsPage.Page,
  loader: (visit) => readSoon(teamsPage, visit),
});

const repositoriesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'repositories',
  component: repositoriesPage.Page,
  loader: (visit) => readSoon(repositoriesPage, visit),
});

/** The name is not last, because the service treats paths with an extension as files. */
const mentionableRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'repositories/$repository/contributors',
  component: mentionablePage.Page,
  loader: (visit) => readSoon(mentionablePage, visit),
});

const repositoryAccessRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'repositories/$repository/access',
  component: repositoryAccessPage.Page,
});

const accessExportsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'repositories/access-exports',
  component: accessExportsPage.Page,
});

const organizationFileRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'file',
  component: organizationFilePage.Page,
});

const installationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'installation',
  component: installationPage.Page,
  loader: (visit) => readSoon(installationPage, visit),
});

const invitationsFrameRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'invitations',
  component: invitationsFrame.Page,
  loader: (visit) => readSoon(invitationsFrame, visit),
});

const invitationsRoute = createRoute({
  getParentRoute: () => invitationsFrameRoute,
  path: '/',
  component: invitationsPage.Page,
  loader: (visit) => readSoon(invitationsPage, visit),
});

const sendingRoute = createRoute({
  getParentRoute: () => invitationsFrameRoute,
  path: 'sending',
  component: batchesPage.Page,
});

const inviteRoute = createRoute({
  getParentRoute: () => invitationsFrameRoute,
  path: 'invite',
  component: invitePage.Page,
});

const auditTrailRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'audit-trail',
  component: auditTrailPage.Page,
  loader: (visit) => readSoon(auditTrailPage, visit),
});

const nowhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: nowherePage.Page,
});

export const routeTree = rootRoute.addChildren([
  organizationsRoute,
  listRoute,
  peopleAcrossRoute,
  personEverywhereRoute,
  runsRoute,
  runRoute,
  inviteSeveralRoute,
  reviewAcrossRoute,
  installationsRoute,
  sessionsRoute,
  deviceRoute,
  organizationRoute.addChildren([
    overviewRoute,
    peopleRoute,
    personRoute,
    peopleReviewRoute,
    peopleChangesRoute,
    teamsRoute,
    repositoriesRoute,
    mentionableRoute,
    repositoryAccessRoute,
    accessExportsRoute,
    organizationFileRoute,
    installationRoute,
    invitationsFrameRoute.addChildren([invitationsRoute, sendingRoute, inviteRoute]),
    auditTrailRoute,
  ]),
  nowhereRoute,
]);
