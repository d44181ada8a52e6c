import type { UpdateFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { OrganizationFile } from '@orgdesk/contract/organizations/file/format';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { mergeFiles } from '../desired.ts';
import type { NamedText } from '../files/check-files.ts';
import { acceptInFiles, checkFiles, inWorker } from '../files/in-worker.ts';
import { type FindRenamedDeps, findRenamed } from '../find-renamed.ts';
import { loginsToFind, otherOrganization } from '../missing-names.ts';
import type { PlanFilesRefusal } from '../plan-files.ts';
import { planSteps } from '../plan-steps.ts';
import { readOrganization } from '../read-organization.ts';

export interface UpdateFilesDeps extends FindRenamedDeps {
  readonly readingHost: () => Parameters<typeof readOrganization>[0];
}

/** An accepted change can make another one visible, such as a member who is an outside collaborator now. */
const ROUNDS_MAX = 4;

/** Changes files to say what the organization is now, where they say something else. */
export function createUpdateFiles({ readingHost, ...deps }: UpdateFilesDeps) {
  return async (
    owner: Owner,
    texts: readonly NamedText[],
    end: AbortSignal,
  ): Promise<Result<UpdateFilesAnswer, PlanFilesRefusal>> => {
    const checked = await checkFiles(texts);
    const { problems, isCut } = checked;
    if (problems.length > 0) return ok({ files: [], removed: [], problems: [...problems], isCut });
    const other = otherOrganization(checked.files, owner.organization);
    if (other !== null) {
      const [problem] = await inWorker('place', { texts, problems: [other] });
      return ok({ files: [], removed: [], problems: problem === undefined ? [] : [problem], isCut: false });
    }
    const desired = mergeFiles(checked.files);
    const current = await readOrganization(readingHost(), owner, desired.sections, end);
    if (!current.ok) return current;
    const logins = loginsToFind(desired, current.value);
    if (logins.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const renamed = await findRenamed(deps, current.value, logins);
    const ids = new Map([...current.value.people, ...current.value.outside].map(({ login, id }) => [login, id]));
    const facts = { idOf: (login: string) => ids.get(login) ?? null, viewerId: owner.session.user.id };

    const { files: read } = checked;
    let after: readonly NamedText[] =
      renamed.size === 0 ? texts : await inWorker('rename', { files: read, texts, renamed });
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (end.aborted) return refuse({ kind: 'unreachable', message: 'updating the files took too long' });
      const { files } = await checkFiles(after);
      const steps = planSteps(mergeFiles(files), current.value, facts);
      if (steps.length === 0) break;
      if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
      const accepted = await acceptInFiles({ files, texts: after, steps, current: current.value });
      if (!accepted.ok) return ok({ files: [], removed: [], problems: [accepted.refusal], isCut: false });
      after = accepted.value;
    }
    const { files } = await checkFiles(after);
    const before = new Map(texts.map(({ name, text }) => [name, text]));
    const empty = new Set(files.filter(({ content }) => isEmpty(content)).map(({ name }) => name));
    const changed = after.filter(({ name, text }) => before.get(name) !== text);
    return ok({
      files: changed.filter(({ name }) => !empty.has(name)),
      removed: changed.map(({ name }) => name).filter((name) => empty.has(name)),
      problems: [],
      isCut: false,
    });
  };
}

/** A file of teams that were deleted says nothing more. */
const isEmpty = (content: OrganizationFile | null): boolean =>
  content !== null &&
  content.teams !== undefined &&
  content.teams.mode === undefined &&
  Object.keys(content.teams.entries).length === 0 &&
  content.people === undefined &&
  content.outsideCollaborators === undefined;
