import type { AccessSource, OrganizationRolesLine } from '../../../../client/src/index.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { EXIT } from '../../connection/stop.ts';
import {
  downloadResults,
  exitCodeOf,
  startJob,
  stateText,
  toGetResults,
  toSeeJobs,
  watchUntilEnd,
} from '../../finish-job.ts';
import { note, printJson, warn } from '../../output/print.ts';
import { readList } from '../../output/read-list.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

type Input = { readonly organization: string } & (
  | { readonly kind: 'own' }
  | { readonly kind: 'person'; readonly person: string }
  | { readonly kind: 'repository'; readonly repository: string }
  | { readonly kind: 'export'; readonly results: string | null }
);

export async function showAccess(context: Context, input: Input): Promise<void> {
  const service = await context.connect();
  switch (input.kind) {
    case 'own':
      return printOwn(context, service, input.organization);
    case 'person':
      return printPerson(context, service, { login: input.organization, person: input.person });
    case 'repository':
      return printRepository(context, service, { login: input.organization, repository: input.repository });
    case 'export':
      return exportAccess(context, service, input);
  }
}

async function printOwn({ format, signal }: Context, service: Service, login: string): Promise<void> {
  const { access } = await dataOf(service, service.client.getOrganizationAccess({ path: { login }, signal }));
  for (const { part, reason } of access.unchecked) warn(`Not checked: ${part}: ${reason.replaceAll('-', ' ')}.`);
  if (access.unchecked.length > 0) process.exitCode = EXIT.incomplete;
  if (format === 'table' && access.causes.length === 0) return note(`Nothing limits what you see of ${access.login}.`);
  printRows(format, access.causes, {
    cause: ({ kind }) => kind.replaceAll('-', ' '),
    detail: (cause) => {
      if ('authorizeUrl' in cause) return cause.authorizeUrl;
      if ('suspendedAt' in cause) return cause.suspendedAt;
      return 'permissions' in cause ? cause.permissions.map(({ name }) => name).join(', ') : null;
    },
  });
}

/** Notes organization roles beside the rows. */
function noteRoles(line: { readonly kind: string }): readonly [] {
  if (line.kind !== 'roles' || !('roles' in line)) return [];
  const { roles, message } = line as OrganizationRolesLine;
  if (roles === null) warn(`Not complete: organization roles: ${message ?? 'not loaded'}.`);
  for (const { name, permission, people } of roles ?? [])
    note(`Role ${name} (${permission.toLowerCase()} in all repositories): ${people.map(holderText).join(', ')}`);
  return [];
}

const holderText = ({ login, teams }: { readonly login: string; readonly teams: readonly string[] }): string =>
  teams.length === 0 ? login : `${login} (team ${teams.join(', ')})`;

const sourcesOf = ({ sources }: { readonly sources: readonly AccessSource[] }): string =>
  sources.map(({ kind, team, permission }) => `${team ?? kind} (${permission.toLowerCase()})`).join(', ');

async function printPerson(
  { format, signal }: Context,
  service: Service,
  path: { readonly login: string; readonly person: string },
): Promise<void> {
  const lines = service.client.listReachedRepositories({ path, signal });
  const rows = await readList(service, lines, (line) => ('repositories' in line ? line.repositories : noteRoles(line)));
  printRows(format, rows, {
    repository: ({ name }) => name,
    permission: ({ permission }) => permission.toLowerCase(),
    'granted-by': sourcesOf,
  });
}

async function printRepository(
  { format, signal }: Context,
  service: Service,
  path: { readonly login: string; readonly repository: string },
): Promise<void> {
  const lines = service.client.listRepositoryPeople({ path, signal });
  const rows = await readList(service, lines, (line) => ('people' in line ? line.people : noteRoles(line)));
  printRows(format, rows, {
    login: ({ login }) => login,
    name: ({ name }) => name,
    permission: ({ permission }) => permission.toLowerCase(),
    'granted-by': sourcesOf,
  });
}

async function exportAccess(
  context: Context,
  service: Service,
  { organization, results }: { readonly organization: string; readonly results: string | null },
): Promise<void> {
  const sent = { path: { login: organization }, signal: context.signal };
  const job = await startJob(context, service, service.client.startAccessExport(sent), toSeeJobs(organization));
  const ended = await watchUntilEnd(context, service, { organization, job });
  note(`Job ${job.id}: ${stateText(ended)}.`);
  if (context.format === 'json') printJson(ended);
  context.whenInterrupted(toGetResults(organization, job));
  if (ended.file !== null && (results !== null || context.format !== 'json'))
    await downloadResults(service, { login: organization, id: job.id }, results);
  process.exitCode = exitCodeOf(ended);
}
