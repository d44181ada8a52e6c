import { readFile, writeFile } from 'node:fs/promises';
import { APPLY_PLAN_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import type { NamedFile, OrganizationPlan } from '../../../../client/src/index.ts';
import { Stop } from '../../connection/stop.ts';

/** What `file plan --out` writes. */
export interface PlanDocument {
  readonly plan: OrganizationPlan;
  readonly files: readonly NamedFile[];
}

export async function writePlan(path: string, document: PlanDocument): Promise<void> {
  await writeFile(path, `${JSON.stringify(document)}\n`, { mode: 0o600 }).catch(() => {
    throw new Stop(`Could not write ${path}.`);
  });
}

export async function readPlan(file: string): Promise<PlanDocument> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Stop(`Could not read ${file}.`);
  });
  const document = text.length > APPLY_PLAN_BODY_MAX_BYTES ? null : parsed(text);
  if (document === null) throw new Stop(`${file} is not a plan: write one with orgdesk file plan --out.`);
  return document;
}

function parsed(text: string): PlanDocument | null {
  try {
    const document: unknown = JSON.parse(text);
    const { plan, files } = Object(document);
    const { steps, dangers, organization } = Object(plan);
    const isPlan = [steps, dangers, files].every(Array.isArray) && typeof Object(organization).login === 'string';
    return isPlan ? (document as PlanDocument) : null;
  } catch {
    return null;
  }
}
