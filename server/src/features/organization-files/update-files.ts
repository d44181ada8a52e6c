import type { PlanStep, UpdateFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { CheckedFiles, NamedText } from '@orgdesk/organization-files/check-files';
import type { OrganizationFile } from '@orgdesk/organization-files/format';
import type { Stopped } from '@orgdesk/organization-files/thread/thread';
import { foldLogin } from '../../domain/account.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { mergeFiles } from './desired.ts';
import { type FindNamesRefusal, findNames } from './find-names.ts';
import { checkFiles, inWorker, orOutOfTime, orProblem, type TooManyFiles } from './in-worker.ts';
import { withoutEnterpriseTeams } from './match-teams.ts';
import { readOrganization } from './read-organization.ts';
import type { OrganizationFileServices } from './services.ts';
import { planManaged } from './unmanaged-access.ts';

/** An accepted change can make another one visible, such as a member who is an outside collaborator now. */
const ROUNDS_MAX = 4;

/** Changes files to say what the organization is now, where they say something else. */
export async function updateFiles(
  services: OrganizationFileServices,
  owner: Owner,
  texts: readonly NamedText[],
  end: AbortSignal,
): Promise<Result<UpdateFilesAnswer, FindNamesRefusal>> {
  const updated = orOutOfTime(await update(services, owner, texts, end));
  return orProblem<UpdateFilesAnswer, FindNamesRefusal>(texts, updated, (problem) =>
    unchanged({ problems: [problem], isCut: false }),
  );
}

async function update(
  services: OrganizationFileServices,
  owner: Owner,
  texts: readonly NamedText[],
  end: AbortSignal,
): Promise<Result<UpdateFilesAnswer, FindNamesRefusal | Stopped | TooManyFiles>> {
  const { codeHost } = services;
  const request = { person: owner.session.user.id, end, isAdmitted: true };
  const first = await checkFiles(request, texts, owner.organization);
  if (!first.ok) return first;
  let [after, checked] = [texts, first.value];
  if (checked.problems.length > 0) return ok(unchanged(checked));
  const desired = mergeFiles(checked.files);
  const current = await readOrganization(codeHost, owner, desired.sections, end);
  if (!current.ok) return current;
  const names = await findNames(services, owner, desired, current.value, end);
  if (!names.ok) return names;
  const { renamed } = names.value;
  if (renamed.size > 0) {
    const named = await inWorker(request, 'rename', { files: checked.files, texts, renamed });
    if (!named.ok) return named;
    after = named.value;
    const again = await checkFiles(request, after, owner.organization);
    if (!again.ok) return again;
    checked = again.value;
  }
  const members = new Set(current.value.people.map(({ login }) => foldLogin(login)));
  const isMember = ({ kind, login }: PlanStep) => kind === 'set-collaborator' && members.has(foldLogin(login ?? ''));
  for (let round = 0; round < ROUNDS_MAX && checked.problems.length === 0; round += 1) {
    if (end.aborted) return refuse({ kind: 'unreachable', message: 'updating the files took too long' });
    const { files } = checked;
    const { desired: own } = withoutEnterpriseTeams(mergeFiles(files), current.value);
    const facts = { ...names.value, desired: own, current: current.value };
    const managed = await planManaged(codeHost, owner, request, facts);
    if (!managed.ok) return managed;
    const isManaged = new Set(managed.value.steps);
    // What a plan leaves as it is, files may go on to say, but for members who are listed as outside collaborators.
    const steps = managed.value.planned.filter((step) => isManaged.has(step) || isMember(step));
    if (steps.length === 0) break;
    if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const accepted = await inWorker(request, 'accept', { files, texts: after, steps, current: current.value });
    if (!accepted.ok) return accepted;
    after = accepted.value;
    const again = await checkFiles(request, after, owner.organization);
    if (!again.ok) return again;
    checked = again.value;
  }
  if (checked.problems.length > 0) return ok(unchanged(checked));
  const before = new Map(texts.map(({ name, text }) => [name, text]));
  const empty = new Set(checked.files.filter(({ content }) => isEmpty(content)).map(({ name }) => name));
  const changed = after.filter(({ name, text }) => before.get(name) !== text);
  return ok({
    files: changed.filter(({ name }) => !empty.has(name)),
    removed: changed.map(({ name }) => name).filter((name) => empty.has(name)),
    problems: [],
    isCut: false,
  });
}

const unchanged = ({ problems, isCut }: Pick<CheckedFiles, 'problems' | 'isCut'>): UpdateFilesAnswer => ({
  files: [],
  removed: [],
  problems: [...problems],
  isCut,
});

/** A file of teams that were deleted says nothing more. */
const isEmpty = (content: OrganizationFile | null): boolean =>
  content !== null &&
  content.teams !== undefined &&
  content.teams.mode === undefined &&
  Object.keys(content.teams.entries).length === 0 &&
  content.people === undefined &&
  content.outsideCollaborators === undefined;
