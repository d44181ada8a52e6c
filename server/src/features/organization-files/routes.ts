import {
  APPLY_ORGANIZATION_PLAN,
  CHECK_ORGANIZATION_FILES,
  CONVERT_PERIBOLOS_FILES,
  GET_ORGANIZATION_DRIFT,
  GET_ORGANIZATION_FILE_SCHEMA,
  IMPORT_ORGANIZATION_FILES,
  PLAN_ORGANIZATION_FILES,
  UPDATE_ORGANIZATION_FILES,
} from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { OrganizationFile } from '@orgdesk/organization-files/format';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../domain/session.ts';
import { everybody, owners, signedIn } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES, TOO_MANY_FILES } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { approvalResponses } from '../../jobs/approve.ts';
import { jobView } from '../../jobs/job-view.ts';
import { createFairQueue } from '../../lib/concurrency.ts';
import { ORGANIZATION_READ_LIMIT_MS, ORGANIZATION_READS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { applyPlan } from './apply-plan.ts';
import { checkFiles, convertFiles, type TooManyFiles } from './in-worker.ts';
import { findDrift, planFiles } from './plan-files.ts';
import { STRICTER_RULES } from './plan-seal.ts';
import { readOrganization, type Section } from './read-organization.ts';
import type { OrganizationFileServices } from './services.ts';
import { updateFiles } from './update-files.ts';
import { writeFiles } from './write-files.ts';

const ofFiles = { 'too-many-files': TOO_MANY_FILES } as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofPlan = {
  ...ofFiles,
  'too-many-steps': {
    status: 409,
    error: `These files need more than ${ORGANIZATION_PLAN_STEPS_MAX.toLocaleString('en')} changes. Please plan some of them first.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const OTHER_PLAN: RefusalResponse = {
  status: 409,
  error: 'This plan was altered, or made elsewhere. Please plan the files again.',
};

const ofApply = {
  invalid: OTHER_PLAN,
  expired: { status: 409, error: 'This plan has expired. Please plan the files again.' },
  'other-person': { status: 409, error: 'This plan was made for another person. Please plan the files again.' },
  'other-plan': { status: 409, error: 'This plan is of another organization. Please plan the files again.' },
  'other-rows': OTHER_PLAN,
  'stricter-rules': { status: 409, error: STRICTER_RULES },
  'not-lifted': {
    status: 409,
    error: 'This plan has dangers. Please confirm each with its number.',
  },
  'no-steps': { status: 409, error: 'This plan changes nothing.' },
  ...approvalResponses,
  ...jobLimitResponses('plans'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ALL: readonly Section[] = ['people', 'teams', 'outsideCollaborators'];

/** An addition to the specification. */
export const organizationFileRoutes: FastifyPluginAsync<OrganizationFileServices> = async (app, services) => {
  const { codeHost } = services;
  const { stopping } = services.limits;
  const endOf = (request: FastifyRequest, reply: FastifyReply) =>
    AbortSignal.any([departureOf(request, reply), stopping, AbortSignal.timeout(ORGANIZATION_READ_LIMIT_MS)]);

  addEndpoint(app, GET_ORGANIZATION_FILE_SCHEMA, { access: everybody }, async () => ok({ ...OrganizationFile }));

  const ofWork = { access: signedIn, refusalResponses: ofFiles };
  const requestOf = (request: FastifyRequest, reply: FastifyReply, { user }: Session) => ({
    person: user.id,
    end: AbortSignal.any([departureOf(request, reply), stopping]),
  });
  addEndpoint(app, CHECK_ORGANIZATION_FILES, ofWork, async (request, { session }, reply) => {
    const checked = await checkFiles(requestOf(request, reply, session), request.body.files, null);
    if (!checked.ok) return checked;
    const { problems, isCut } = checked.value;
    return ok({ problems, isCut });
  });

  addEndpoint(app, CONVERT_PERIBOLOS_FILES, ofWork, async (request, { session }, reply) => {
    const { files, organization } = request.body;
    return convertFiles(requestOf(request, reply, session), files, organization);
  });

  const access = owners("manage the organization's files");
  const queueReads = createFairQueue<number>(ORGANIZATION_READS);
  const limitReads = async <T, R>(
    { session }: Owner,
    end: AbortSignal,
    read: () => Promise<Result<T, R>>,
  ): Promise<Result<T, R | TooManyFiles>> => {
    const done = await queueReads(session.user.id, end, read);
    return done.ok ? done.value : refuse({ kind: 'too-many-files' });
  };
  addEndpoint(app, IMPORT_ORGANIZATION_FILES, { access, refusalResponses: ofFiles }, async (request, owner, reply) => {
    const { section, layout } = request.query;
    const sections = new Set(section === undefined ? ALL : [section]);
    const end = endOf(request, reply);
    const current = await limitReads(owner, end, () => readOrganization(codeHost, owner, sections, end));
    return current.ok ? ok({ files: writeFiles(current.value, sections, layout === 'one-file') }) : current;
  });

  addEndpoint(app, PLAN_ORGANIZATION_FILES, { access, refusalResponses: ofPlan }, async (request, owner, reply) => {
    const end = endOf(request, reply);
    return limitReads(owner, end, () => planFiles(services, owner, request.body.files, end, request.body.kept));
  });

  addEndpoint(app, UPDATE_ORGANIZATION_FILES, { access, refusalResponses: ofPlan }, async (request, owner, reply) => {
    const end = endOf(request, reply);
    return limitReads(owner, end, () => updateFiles(services, owner, request.body.files, end));
  });

  addEndpoint(app, GET_ORGANIZATION_DRIFT, { access, refusalResponses: ofPlan }, async (request, owner, reply) => {
    const end = endOf(request, reply);
    const drift = await limitReads(owner, end, () => findDrift(services, owner, end));
    if (!drift.ok || drift.value.applied === null || request.query.files === 'true') return drift;
    return ok({ ...drift.value, applied: { ...drift.value.applied, files: [] } });
  });

  addEndpoint(app, APPLY_ORGANIZATION_PLAN, { access, refusalResponses: ofApply }, async (request, owner) => {
    const job = await applyPlan(services, owner, requesterOf(request), request.body);
    return job.ok ? ok({ job: jobView(codeHost, job.value) }) : job;
  });
};
