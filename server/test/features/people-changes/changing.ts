import type { Job, JobRow, PeopleChange, PreviewedPerson, PreviewPeopleAnswer } from '@orgdesk/contract';
import { type Answer, fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { addOrganization as addBareOrganization } from '../../support/service/add-organization.ts';
import type { Service } from '../../support/service/start-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';

export type { RequestHeaders as Headers } from '../../support/browser.ts';

/** An organization to which people can be added, with what the code host knows of them. */
export function addOrganization(service: Service, more: object = {}) {
  const { organization, organizationId, owner, newcomer: person } = addBareOrganization(service, more);
  const { world } = service.simulator;
  const member = (role: 'admin' | 'member' = 'member'): string => {
    const login = person();
    world.addMembership({ organization, login, role });
    return login;
  };
  const idOf = (login: string): number => world.user(login)?.id ?? 0;
  const roleOf = (login: string) => world.membership(organizationId, idOf(login))?.role ?? null;
  return { organization, owner, person, member, idOf, roleOf };
}

interface Where {
  readonly organization: string;
  readonly headers?: RequestHeaders;
}

const post = (url: string, headers: RequestHeaders, body: unknown): Promise<Answer> =>
  fetchOnce(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Asks for a preview; a text goes out as it is. */
export const askPreview = (
  { url }: Pick<Service, 'url'>,
  { organization, headers = {} }: Where,
  body: unknown,
): Promise<Answer> => post(`${url}/api/organizations/${organization}/people/preview`, headers, body);

/** Asks for a job that makes the change. */
export const startChange = (
  { url }: Pick<Service, 'url'>,
  { organization, headers = {} }: Where,
  body: unknown,
): Promise<Answer> => post(`${url}/api/organizations/${organization}/people-changes`, headers, body);

/** A preview, which has to be there. */
export async function previewed(
  service: Pick<Service, 'url'>,
  where: Where,
  change: PeopleChange,
  logins: readonly string[],
): Promise<PreviewPeopleAnswer> {
  const answer = await askPreview(service, where, { change, logins });
  if (answer.status !== 200) throw new Error(`no preview: ${answer.status} ${answer.text}`);
  return answer.json as PreviewPeopleAnswer;
}

/** Starts a job that has to be accepted. */
export async function started(
  service: Pick<Service, 'url'>,
  where: Where,
  previews: readonly string[],
  confirmation?: string,
): Promise<Job> {
  const answer = await startChange(service, where, { previews, confirmation });
  if (answer.status !== 202) throw new Error(`not started: ${answer.status} ${answer.text}`);
  return (answer.json as { readonly job: Job }).job;
}

/** What works on jobs: an instance, with the clock of all. */
export type Working = Pick<Service, 'url' | 'workOnJobs' | 'clock'>;

/** Lets a job run until it ends or stops; returns it and its rows. */
export async function ended(service: Working, { organization, headers = {} }: Where, id: string) {
  const jobs = jobsAs(service, headers, organization);
  const job = await runOut(service, () => jobs.read(id));
  return { job, results: (await jobs.rows(id)).map(resultIn) };
}

/** Makes the change; fails unless it is accepted. */
export async function changed(service: Working, where: Where, preview: string, confirmation?: string) {
  const { id } = await started(service, where, [preview], confirmation);
  return (await ended(service, where, id)).results;
}

/** Somebody in a preview for whom nothing happens. */
export const shown = (
  login: string,
  id: number | null,
  verdict: PreviewedPerson['verdict'],
  more: Partial<PreviewedPerson> = {},
): PreviewedPerson => ({
  login,
  id,
  role: 'member',
  verdict,
  teams: [],
  onlyMaintainerOf: [],
  repositoryCount: 0,
  lostRepositories: [],
  keptRepositories: [],
  sentInvitationCount: 0,
  notes: [],
  ...more,
});

type ChangedPerson = Pick<JobRow, 'login' | 'userId' | 'outcome' | 'message'>;

const resultIn = ({ login, userId, outcome, message }: JobRow): ChangedPerson => ({ login, userId, outcome, message });

export const result = (
  login: string,
  userId: number,
  outcome: JobRow['outcome'],
  message: string | null = null,
): ChangedPerson => ({ login, userId, outcome, message });

/** Calls that change somebody, as they were asked for. */
export const changesRequested = ({ simulator: { control } }: Service): readonly string[] =>
  control
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ method, path }) => `${method} ${path}`);

/** The audit log of an organization, the oldest first, as far as it says what was done. */
export async function trailOf(service: Service, organization: string) {
  const organizationId = service.simulator.world.organization(organization)?.id ?? 0;
  const records = await service.storage.auditTrail.read({ organizationId, limit: 200 }, service.clock.now());
  return records
    .filter(({ way }) => way !== 'webhook')
    .toReversed()
    .map(({ action, way, actor, target, before, after, outcome, message }) => ({
      action,
      way,
      actor: actor?.login,
      target: target?.name,
      before,
      after,
      outcome,
      message,
    }));
}

/** The entries of changes, without those of the jobs that made them. */
export const changesIn = async (service: Service, organization: string) =>
  (await trailOf(service, organization)).filter(({ action }) => !action.startsWith('job.'));
