import type {
  ImportFilesAnswer,
  Job,
  JobRow,
  NamedFile,
  OrganizationPlan,
  PlanFilesAnswer,
  PlanStep,
  UpdateFilesAnswer,
} from '@orgdesk/contract';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Service } from '../../support/service/start-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';

/** The files of one organization, for somebody who is signed in. */
export function filesAs(service: Pick<Service, 'url'>, headers: RequestHeaders, organization: string) {
  const at = `${service.url}/api/organizations/${organization}/files`;
  const post = (path: string, body: unknown) =>
    fetchOnce(`${at}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    askPlan: (files: readonly NamedFile[]) => post('/plan', { files }),
    askApply: (plan: unknown, lifted: readonly unknown[] = [], files?: readonly NamedFile[]) =>
      post('/apply', { plan, lifted, files }),
    async importFiles(query = ''): Promise<readonly NamedFile[]> {
      const answer = await fetchOnce(`${at}${query}`, { headers });
      if (answer.status !== 200) throw new Error(`not imported: ${answer.status} ${answer.text}`);
      return (answer.json as ImportFilesAnswer).files;
    },
    async checkPlan(files: readonly NamedFile[], more: object = {}): Promise<PlanFilesAnswer> {
      const answer = await post('/plan', { files, ...more });
      if (answer.status !== 200) throw new Error(`not planned: ${answer.status} ${answer.text}`);
      return answer.json as PlanFilesAnswer;
    },
    /** Returns all files, with those that were changed. */
    async updated(files: readonly NamedFile[]): Promise<readonly NamedFile[]> {
      const answer = await post('/update', { files });
      const { files: changed, removed, problems } = answer.json as UpdateFilesAnswer;
      if (answer.status !== 200 || problems.length > 0) throw new Error(`not updated: ${answer.status} ${answer.text}`);
      const names = new Set(changed.map(({ name }) => name));
      return [...files.filter(({ name }) => !names.has(name) && !removed.includes(name)), ...changed];
    },
    async plan(files: readonly NamedFile[], more: object = {}): Promise<OrganizationPlan> {
      const { plan, problems } = await this.checkPlan(files, more);
      if (plan === null) throw new Error(`problems: ${JSON.stringify(problems)}`);
      return plan;
    },
    /** Lifts every danger. */
    async apply(plan: OrganizationPlan): Promise<Job> {
      const answer = await post('/apply', { plan, lifted: liftsOf(plan) });
      if (answer.status !== 202) throw new Error(`not applied: ${answer.status} ${answer.text}`);
      return (answer.json as { readonly job: Job }).job;
    },
  };
}

export const liftsOf = ({ dangers }: OrganizationPlan) => dangers.map(({ kind, count }) => ({ kind, count }));

/** Applies a plan to its end; returns its rows. */
export async function applied(
  service: Service,
  headers: RequestHeaders,
  plan: OrganizationPlan,
): Promise<readonly JobRow[]> {
  const organization = plan.organization.login;
  const { id } = await filesAs(service, headers, organization).apply(plan);
  const jobs = jobsAs(service, headers, organization);
  await runOut(service, () => jobs.read(id), 10_000);
  return jobs.rows(id);
}

export const lineOf = ({ kind, login, team, repository, to }: PlanStep): string =>
  [kind, login, team, repository, to && Object.values(to).join(' ')].filter((each) => each != null).join(' ');

/** The same organization under another name. */
export const renamed = (files: readonly NamedFile[], from: string, to: string): readonly NamedFile[] =>
  files.map(({ name, text }) => ({ name, text: text.replace(`organization: ${from}\n`, `organization: ${to}\n`) }));
