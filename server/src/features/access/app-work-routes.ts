import {
  type AppWorkAnswer,
  type AppWorkObstacle,
  type AppWorkTrial,
  CHANGE_APP_WORK,
  type ChangeAppWorkRequest,
  GET_APP_WORK,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { countingTrailFailure } from '../../audit/audited.ts';
import type { TooManyChanges } from '../../audit/store/types.ts';
import { APP_CHANGES } from '../../code-host/app/credentials.ts';
import { APP_TRIALS, type AppTrial } from '../../domain/app-work.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { hostMessage } from '../../domain/host-refusal.ts';
import {
  type GrantedInstallation,
  type Installation,
  missingPermissions,
  type Permissions,
} from '../../domain/installation.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { checkFreshSignIn, SIGN_IN_TOO_OLD } from '../../jobs/approve.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { AppWorkStore, StoredAppWork } from '../../jobs/store/app-work.ts';
import { AUDIT_CHANGES } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { type AccessServices, type AppFacts, createReadApp, ofOrganization } from './app-facts.ts';
import { createCompareOwners, type OwnersComparison } from './compare-owners.ts';

interface AppWorkServices extends AccessServices {
  readonly jobs: Pick<Jobs, 'appWork' | 'appMayAct'>;
}

type ChangeRefusal = TooManyChanges | { readonly kind: 'changed-meanwhile' | 'no-webhook-secret' | 'sign-in-too-old' };

/** Whoever owns the organization can end it; only somebody who signed in lately can begin it. */
async function changeAppWork(
  services: AppWorkServices,
  { organization, organizationId, session }: Owner,
  requester: AuditOrigin,
  { version, isOn }: ChangeAppWorkRequest,
): Promise<Result<void, ChangeRefusal>> {
  const { runtime, jobs } = services;
  const before = await jobs.appWork.find(organizationId);
  if ((before?.version ?? 0) !== version) return refuse({ kind: 'changed-meanwhile' });
  if (isOn === (before?.isOn ?? false)) return ok(undefined);
  if (isOn && !jobs.appMayAct) return refuse({ kind: 'no-webhook-secret' });
  const fresh = isOn ? checkFreshSignIn(services, session) : ok(undefined);
  if (!fresh.ok) return fresh;
  const { id, login } = session.user;
  const change = { organizationId, version, by: { id, login }, at: runtime.clock.now(), within: AUDIT_CHANGES };
  const changing = jobs.appWork.replace(isOn, change, {
    ...requester,
    action: 'organization.app_work_changed',
    organization: { id: organizationId, login: organization },
    target: null,
    before: { isOn: !isOn },
    after: { isOn },
    deliveryId: null,
  });
  return countingTrailFailure(runtime, changing);
}

const ofChanges = {
  'changed-meanwhile': { status: 409, error: 'Somebody else changed this setting. Please load it again.' },
  'no-webhook-secret': {
    status: 409,
    error: 'Set a webhook secret for orgdesk first: without one, forged webhooks could confirm changes.',
  },
  'sign-in-too-old': SIGN_IN_TOO_OLD,
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const appWorkRoutes: FastifyPluginAsync<AppWorkServices> = async (app, services) => {
  const access = owners('see and change whether jobs continue after a sign-out');
  const readApp = createReadApp(services);

  const compareOwners = createCompareOwners(services);

  async function view(owner: Owner): Promise<AppWorkAnswer> {
    const { organization: login, organizationId: id, session } = owner;
    const { jobs, sessions } = services;
    const facts = ofOrganization(await readApp(session.user.id, { id, login }), { id });
    const usable = usableInstallation(facts);
    const installation = facts.installation.ok
      ? (facts.installation.value?.installation ?? null)
      : ((await sessions.installations.findByAccounts([id]))[0] ?? null);
    const [stored, continuing, trials, owners] = await Promise.all([
      jobs.appWork.find(id),
      jobs.appWork.countContinuing(id),
      installation === null ? [] : jobs.appWork.trials(installation.id),
      usable === null ? null : compareOwners(owner, usable),
    ]);
    const hasWebhookSecret = jobs.appMayAct;
    return appWorkView(stored, facts, { jobs: continuing, hasWebhookSecret, trials, owners });
  }

  addEndpoint(app, GET_APP_WORK, { access }, async (_request, owner) => ok(await view(owner)));

  addEndpoint(app, CHANGE_APP_WORK, { access, refusalResponses: ofChanges }, async (request, owner) => {
    const changed = await changeAppWork(services, owner, requesterOf(request), request.body);
    return changed.ok ? ok(await view(owner)) : changed;
  });
};

interface Surroundings {
  readonly jobs: number;
  readonly hasWebhookSecret: boolean;
  readonly trials: Awaited<ReturnType<AppWorkStore['trials']>>;
  /** Null if not compared, because of another obstacle. */
  readonly owners: OwnersComparison | null;
}

function appWorkView(
  stored: StoredAppWork | null,
  facts: AppFacts,
  { jobs, hasWebhookSecret, trials, owners }: Surroundings,
): AppWorkAnswer {
  const { installation } = facts;
  const found = installation.ok ? installation.value : null;
  const ofApp = obstacleOf(facts) ?? obstacleBetween(owners);
  const obstacles: AppWorkObstacle[] = hasWebhookSecret ? [] : ['no-webhook-secret'];
  if (ofApp !== null) obstacles.push(ofApp);
  return {
    isOn: stored?.isOn ?? false,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt.toISOString() ?? null,
    changedBy: stored?.changedBy.login ?? null,
    obstacles,
    unreadMessage: unreadMessageOf(facts, owners),
    missing: missingFor(found).map(({ name, wanted: level }) => ({ name, level })),
    repositories: found?.installation.repositorySelection ?? null,
    trials: APP_TRIALS.map((trial) => trialView(trial, trials)),
    jobs,
  };
}

const missingFor = (found: GrantedInstallation | null) =>
  found === null ? [] : missingPermissions(NEEDED_FOR_WORK, found.permissions);

function obstacleOf({ installation }: AppFacts): AppWorkObstacle | null {
  if (!installation.ok) return 'unread';
  const { value: found } = installation;
  if (found === null) return 'app-missing';
  if (found.installation.suspendedAt !== null) return 'app-suspended';
  return missingFor(found).some(({ name }) => name in APP_CHANGES['change-members']) ? 'permission-missing' : null;
}

/** Null where an obstacle makes it pointless to read as the App. */
const usableInstallation = (facts: AppFacts): Installation | null =>
  facts.installation.ok && obstacleOf(facts) === null ? (facts.installation.value?.installation ?? null) : null;

function obstacleBetween(owners: OwnersComparison | null): AppWorkObstacle | null {
  switch (owners?.kind) {
    case 'unread':
      return 'unread';
    case 'different':
      return 'reads-differ';
    case 'same':
    case undefined:
      return null;
  }
}

function unreadMessageOf({ installation }: AppFacts, owners: OwnersComparison | null): string | null {
  if (!installation.ok) return hostMessage(installation.refusal);
  return owners?.kind === 'unread' ? owners.message : null;
}

function trialView(trial: AppTrial, tried: Surroundings['trials']): AppWorkTrial {
  const found = tried.find((each) => each.trial === trial);
  if (found === undefined) return { trial, outcome: 'not-tried', message: null };
  return { trial, outcome: found.refusal === null ? 'worked' : 'refused', message: found.refusal };
}

/** Of every change that the App makes. Write includes read. */
const NEEDED_FOR_WORK: Permissions = new Map(
  Object.values(APP_CHANGES)
    .flatMap((permissions) => Object.entries(permissions))
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
);
