import type { AuditAction } from '@orgdesk/contract';
import type { AuditEvent, AuditFacts, AuditOrigin } from '../domain/audit-entry.ts';
import type { JobRecord } from './store/types.ts';

export const jobEvent = (
  requester: AuditOrigin,
  action: Extract<AuditAction, `job.${string}`>,
  {
    id,
    kind,
    organizationId,
    organizationLogin,
  }: Pick<JobRecord, 'id' | 'kind' | 'organizationId' | 'organizationLogin'>,
  facts: { readonly before?: AuditFacts; readonly after?: AuditFacts } = {},
): AuditEvent => ({
  ...requester,
  organization: { id: organizationId, login: organizationLogin },
  action,
  target: { kind: 'job', id: null, name: id },
  before: facts.before ?? {},
  after: { kind, ...facts.after },
  deliveryId: null,
});
