import {
  type AppWorkAnswer,
  type AppWorkObstacle,
  CHANGE_APP_WORK,
  type ChangeAppWorkRequest,
  GET_APP_WORK,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { countingTrailFailure } from '../../audit/audited.ts';
import type { TooManyChanges } from '../../audit/store/types.ts';
import { APP_CHANGES } from '../../code-host/app/credentials.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import { missingPermissions, type Permissions } from '../../domain/installation.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { checkFreshSignIn, SIGN_IN_TOO_OLD } from '../../jobs/approve.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { StoredAppWork } from '../../jobs/store/app-work.ts';
import { AUDIT_CHANGES } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { type AccessServices, type AppFacts, createReadApp } from './app-facts.ts';

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

  async function view({ organization: login, organizationId: id, session }: Owner): Promise<AppWorkAnswer> {
    const { appWork } = services.jobs;
    const facts = await readApp(session.user.id, { id, login });
    const [stored, jobs] = await Promise.all([appWork.find(id), appWork.countContinuing(id)]);
    return appWorkView(stored, facts, { jobs, hasWebhookSecret: services.jobs.appMayAct });
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
}

function appWorkView(
  stored: StoredAppWork | null,
  { installation }: AppFacts,
  { jobs, hasWebhookSecret }: Surroundings,
): AppWorkAnswer {
  const found = installation.ok ? installation.value : null;
  const missing = found === null ? [] : missingPermissions(NEEDED_FOR_WORK, found.permissions);
  const obstacles: AppWorkObstacle[] = hasWebhookSecret ? [] : ['no-webhook-secret'];
  if (!installation.ok) obstacles.push('unread');
  else if (found === null) obstacles.push('app-missing');
  else if (found.installation.suspendedAt !== null) obstacles.push('app-suspended');
  else if (missing.some(({ name }) => name in APP_CHANGES['change-members'])) obstacles.push('permission-missing');
  return {
    isOn: stored?.isOn ?? false,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt.toISOString() ?? null,
    changedBy: stored?.changedBy.login ?? null,
    obstacles,
    missing: missing.map(({ name, wanted: level }) => ({ name, level })),
    repositories: found?.installation.repositorySelection ?? null,
    jobs,
  };
}

/** Of every change that the App makes. Write includes read. */
const NEEDED_FOR_WORK: Permissions = new Map(
  Object.values(APP_CHANGES)
    .flatMap((permissions) => Object.entries(permissions))
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
);
