import type { JobRow, OrganizationPlan } from '@orgdesk/contract';
import type { RequestHeaders } from '../../support/browser.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import type { Service } from '../../support/service/start-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { filesAs, lineOf } from './files-as.ts';
import { fileOf } from './organization-with-files.ts';

/** An organization, and files with a step of every kind for it. */
export async function addOrganizationWithEveryStep(service: Service) {
  const { organization, organizationId, owner, installation } = addOrganization(service);
  const { world } = service.simulator;
  world.setInstallationPermissions(installation, { members: 'write', administration: 'write' });
  for (const name of ['api', 'web', 'old'])
    world.addRepository({ owner: organization, name, isPrivate: true, isArchived: false });
  const named = (name: string) => world.addUser({ login: `${name}-of-${organization}` }).login;
  const person = (name: string, role: 'admin' | 'member' = 'member') => {
    const login = named(name);
    world.addMembership({ organization, login, role });
    return login;
  };
  const second = person('second', 'admin');
  const [stays, joins, leaves, rises] = [person('stays'), person('joins'), person('leaves'), person('rises')];
  person('unlisted');
  const [invited, outsider] = [named('invited'), named('outsider')];
  world.addTeam({
    organization,
    name: 'Core',
    members: [{ login: stays }, { login: leaves }],
    repositories: [
      { name: 'api', permission: 'READ' },
      { name: 'old', permission: 'READ' },
    ],
  });
  world.addTeam({ organization, name: 'Gone', members: [{ login: stays }] });
  world.setDirectAccess(organization, 'api', outsider, 'READ');
  const text = `people:
  mode: exact
  owners: [${owner}, ${second}, ${rises}]
  members: [${stays}, ${joins}, ${leaves}, ${invited}]
teams:
  mode: exact
  entries:
    core:
      description: New words
      members: [${stays}, ${joins}]
      repositories: {api: push, web: pull}
    fresh-team: {name: Fresh Team, parent: core, members: [${stays}], repositories: {web: push}}
outsideCollaborators:
  mode: exact
  entries:
    ${outsider}: {web: push}
`;
  const { bearer } = await service.signIn(owner);
  return { organization, organizationId, owner, second, installation, bearer, files: fileOf(text) };
}

/** Goes on until the job is over, or stays where it is for an hour. */
export async function goneOn(service: Service, headers: RequestHeaders, organization: string, id: string) {
  const jobs = jobsAs(service, headers, organization);
  let job = await runOut(service, () => jobs.read(id));
  for (let minutes = 0; minutes < 60 && !['done', 'failed', 'cancelled'].includes(job.state); minutes += 1) {
    service.clock.advance(60_000);
    job = await runOut(service, () => jobs.read(id));
  }
  return { job, rows: await jobs.rows(id) };
}

const MADE: readonly string[] = ['changed', 'sent', 'nothing-to-do', 'already-member', 'already-invited'];

/** What a later plan of the same files contradicts, and what was made although it needs something that was not made. */
export function contradictions(rows: readonly JobRow[], later: OrganizationPlan): readonly string[] {
  const left = new Set(later.steps.map(lineOf));
  const lines = rows.flatMap(({ step, outcome, message }) =>
    step === null ? [] : [{ line: lineOf(step), isMade: MADE.includes(outcome ?? ''), message, after: step.after }],
  );
  const unmade = new Set(lines.filter(({ isMade }) => !isMade).map(({ line }) => line));
  const message = lines.map((each) => each.message ?? '').join('\n');
  return [
    ...lines
      .filter(({ line, isMade }) => isMade && left.has(line))
      .map(({ line }) => `made, but still planned: ${line}`),
    ...later.steps
      .filter((step) => !unmade.has(lineOf(step)) && !message.includes(`"${step.login}" could not be taken out`))
      .map((step) => `planned, though nothing says why: ${lineOf(step)}`),
    ...lines
      .filter(({ isMade, after }) => isMade && after.some((index) => lines[index]?.isMade === false))
      .map(({ line }) => `made, though it needs what was not: ${line}`),
  ];
}

/** What later planning of the same files finds, for an owner who is signed in. */
export const laterPlan = (
  service: Service,
  headers: RequestHeaders,
  organization: string,
  files: ReturnType<typeof fileOf>,
): Promise<OrganizationPlan> => filesAs(service, headers, organization).plan(files);
