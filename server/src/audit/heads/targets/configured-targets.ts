import type { AuditHeadTarget, AuditHeadTargetCheck } from '../heads.ts';
import { createFileTarget } from './file-target.ts';
import { createUrlTarget } from './url-target.ts';

export interface AuditHeadSettings {
  readonly auditHeadsUrl: URL | null;
  readonly auditHeadsPath: string | null;
}

export const configuredTargets = ({
  auditHeadsUrl,
  auditHeadsPath,
}: AuditHeadSettings): readonly (AuditHeadTarget & AuditHeadTargetCheck)[] => [
  // A file then has the signatures of the witness.
  ...(auditHeadsUrl === null ? [] : [createUrlTarget(auditHeadsUrl)]),
  ...(auditHeadsPath === null ? [] : [createFileTarget(auditHeadsPath)]),
];
