import type { UpdateFilesAnswer } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { OrganizationFile } from '@orgdesk/contract/organizations/file/format';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { mergeFiles } from '../desired.ts';
import { withoutEnterpriseTeams } from '../enterprise-teams.ts';
import type { CheckedFiles, NamedText } from '../files/check-files.ts';
import { acceptInFiles, checkFiles, inWorker } from '../files/in-worker.ts';
import { type FindRenamedDeps, findRenamed } from '../find-renamed.ts';
import { loginsToFind } from '../missing-names.ts';
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
    let [after, checked] = [texts, await checkFiles(texts, owner.organization)];
    if (checked.problems.length > 0) return unchanged(checked);
    const desired = mergeFiles(checked.files);
    const current = await readOrganization(readingHost(), owner, desired.sections, end);
    if (!current.ok) return current;
    const logins = loginsToFind(desired, current.value);
    if (logins.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
    const renamed = await findRenamed(deps, current.value, logins);
    if (renamed.size > 0) {
      after = await inWorker('rename', { files: checked.files, texts, renamed });
      checked = await checkFiles(after, owner.organization);
    }
    // Files name nobody by ID.
    const facts = { idOf: () => null, viewerId: owner.session.user.id };
    for (let round = 0; round < ROUNDS_MAX && checked.problems.length === 0; round += 1) {
      if (end.aborted) return refuse({ kind: 'unreachable', message: 'updating the files took too long' });
      const { files } = checked;
      const steps = planSteps(withoutEnterpriseTeams(mergeFiles(files), current.value).desired, current.value, facts);
      if (steps.length === 0) break;
      if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
      const accepted = await acceptInFiles({ files, texts: after, steps, current: current.value });
      if (!accepted.ok) return unchanged({ problems: [accepted.refusal], isCut: false });
      after = accepted.value;
      checked = await checkFiles(after, owner.organization);
    }
    if (checked.problems.length > 0) return unchanged(checked);
    const before = new Map(texts.map(({ name, text }) => [name, text]));
    const empty = new Set(checked.files.filter(({ content }) => isEmpty(content)).map(({ name }) => name));
    const changed = after.filter(({ name, text }) => before.get(name) !== text);
    return ok({
      files: changed.filter(({ name }) => !empty.has(name)),
      removed: changed.map(({ name }) => name).filter((name) => empty.has(name)),
      problems: [],
      isCut: false,
    });
  };
}

const unchanged = ({ problems, isCut }: Pick<CheckedFiles, 'problems' | 'isCut'>) =>
  ok({ files: [], removed: [], problems: [...problems], isCut });

/** A file of teams that were deleted says nothing more. */
const isEmpty = (content: OrganizationFile | null): boolean =>
  content !== null &&
  content.teams !== undefined &&
  content.teams.mode === undefined &&
  Object.keys(content.teams.entries).length === 0 &&
  content.people === undefined &&
  content.outsideCollaborators === undefined;
