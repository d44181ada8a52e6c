import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  DISMISS_BODY_MAX_BYTES,
  DISMISSED_AT_ONCE_MAX,
  DISMISSED_FINDINGS_MAX,
  DISMISSED_REASON_MAX_CHARACTERS,
  FINDING_KEY_MAX_CHARACTERS,
  FINDING_NAME_MAX_CHARACTERS,
  FINDING_SEAL_MAX_CHARACTERS,
} from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { count } from '../quantities.ts';
import type { Shape } from '../shape.ts';

const FindingKey = Type.String({
  pattern: '^[a-z-]+\\.[1-9]\\d{0,15}\\.[0-9a-f]{16}$',
  maxLength: FINDING_KEY_MAX_CHARACTERS,
  description: 'What was found about whom; another one once that changes.',
});

/** Of each person or team that a finding is about. */
export const FindingMark = Type.Object({
  key: FindingKey,
  seal: Type.String({ description: 'Sent back to dismiss the finding.' }),
});
export type FindingMark = Shape<typeof FindingMark>;

export const DismissedFinding = Type.Object({
  key: FindingKey,
  finding: Type.String(),
  target: Type.Object({
    kind: Type.Union([Type.Literal('person'), Type.Literal('team')]),
    id: Type.Integer({ minimum: 1 }),
    name: Type.String({ description: 'Login or slug when it was dismissed.' }),
  }),
  reason: Type.String(),
  until: Type.String({ format: 'date-time' }),
  dismissedAt: Type.String({ format: 'date-time' }),
  dismissedBy: Type.Object({ id: Type.Integer(), login: Type.String() }),
});
export type DismissedFinding = Shape<typeof DismissedFinding>;

export const DismissedFindingsAnswer = Type.Object({ findings: Type.Array(DismissedFinding) });
export type DismissedFindingsAnswer = Shape<typeof DismissedFindingsAnswer>;

export const DismissFindingsRequest = Type.Object({
  findings: Type.Array(
    Type.Object({
      key: FindingKey,
      name: Type.String({
        minLength: 1,
        maxLength: FINDING_NAME_MAX_CHARACTERS,
        description: 'Login or slug, as in the access review.',
      }),
      seal: Type.String({ maxLength: FINDING_SEAL_MAX_CHARACTERS }),
    }),
    { minItems: 1, maxItems: DISMISSED_AT_ONCE_MAX },
  ),
  until: Type.String({ maxLength: 40, description: 'ISO 8601 with a time zone; a year ahead at most.' }),
  reason: Type.String({ minLength: 1, maxLength: DISMISSED_REASON_MAX_CHARACTERS }),
});
export type DismissFindingsRequest = Shape<typeof DismissFindingsRequest>;

export const RestoreFindingsRequest = Type.Object({
  keys: Type.Array(FindingKey, { minItems: 1, maxItems: DISMISSED_AT_ONCE_MAX }),
});
export type RestoreFindingsRequest = Shape<typeof RestoreFindingsRequest>;

const DISMISSED = '/api/organizations/{login}/dismissed-findings';
const answers = { 200: { description: 'All dismissed findings.', json: DismissedFindingsAnswer } } as const;

export const LIST_DISMISSED_FINDINGS = endpoint({
  id: 'listDismissedFindings',
  method: 'GET',
  path: DISMISSED,
  chapter: 'People',
  summary: 'List dismissed findings',
  description: 'For current owners of the organization. Expired ones are omitted.',
  session: 'needed',
  params: OrganizationParams,
  answers,
});

export const DISMISS_FINDINGS = endpoint({
  id: 'dismissFindings',
  method: 'POST',
  path: DISMISSED,
  chapter: 'People',
  summary: 'Dismiss findings of the access review until a date',
  description: `
    For current owners of the organization; at most ${count(DISMISSED_FINDINGS_MAX)} in an organization. The review lists them all the same.
    Each has an audit entry. Repeating it changes nothing.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: DismissFindingsRequest,
  bodyMaxBytes: DISMISS_BODY_MAX_BYTES,
  entries: ['finding.dismissed'],
  answers,
});

export const RESTORE_FINDINGS = endpoint({
  id: 'restoreFindings',
  method: 'POST',
  path: `${DISMISSED}/restore`,
  chapter: 'People',
  summary: 'Restore dismissed findings',
  description: 'Same access. Each has an audit entry; those not dismissed are ignored.',
  session: 'needed',
  params: OrganizationParams,
  body: RestoreFindingsRequest,
  bodyMaxBytes: DISMISS_BODY_MAX_BYTES,
  entries: ['finding.restored'],
  answers,
});
