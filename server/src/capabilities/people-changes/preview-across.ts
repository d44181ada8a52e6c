import type { NoPreviewLine, OrganizationPreviewLine, PreviewAcrossRequest } from '@orgdesk/contract';
import type { InstallationRecord } from '../../domain/app/installation.ts';
import { ORGANIZATIONS_AT_ONCE } from '../../domain/limits/people.ts';
import { refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import { merged } from '../../shared/concurrency/merged.ts';
import type { LiveRights } from '../../shared/sessions/live-rights.ts';
import { failureOf, ownedOrganizations, ownerIn } from '../../shared/sessions/owned-organizations.ts';
import type { createPreviewChange } from './preview-change.ts';

export interface PreviewAcrossDeps {
  readonly preview: ReturnType<typeof createPreviewChange>;
  readonly liveRights: LiveRights;
}

export interface PreviewCaller {
  readonly session: Session;
  readonly installations: readonly InstallationRecord[];
}

/** Previews a change in each organization as its own preview does. */
export function createPreviewAcross({ preview, liveRights }: PreviewAcrossDeps) {
  return (
    { session, installations }: PreviewCaller,
    { change, logins, organizations }: PreviewAcrossRequest,
    end: AbortSignal,
  ): AsyncGenerator<OrganizationPreviewLine | NoPreviewLine, void> => {
    const owned = new Map(ownedOrganizations(session, installations).map((each) => [each.organization.id, each]));
    let limit: { readonly retryAt: Date | null } | null = null;
    const reads = { limit: () => limit };

    async function previewIn(id: number): Promise<OrganizationPreviewLine | NoPreviewLine> {
      const organization = owned.get(id);
      const owner =
        organization === undefined
          ? refuse({ kind: 'not-a-member' } as const)
          : await ownerIn(organization, { liveRights, reads, session, end });
      const previewed = owner.ok ? await preview(owner.value, { change, logins, left: end }) : owner;
      if (previewed.ok && owner.ok)
        return { kind: 'preview', organization: id, login: owner.value.organization, preview: previewed.value };
      const refusal = previewed.ok ? ({ kind: 'not-a-member' } as const) : previewed.refusal;
      if (refusal.kind === 'rate-limited') limit = { retryAt: refusal.retryAt };
      const failure =
        refusal.kind === 'no-team'
          ? ({ reason: 'no-team', words: null, retryAt: null, authorizeUrl: null } as const)
          : failureOf(refusal);
      return { kind: 'finished', organization: id, isComplete: false, failure };
    }

    return merged(new Set(organizations), ORGANIZATIONS_AT_ONCE, async function* (id) {
      yield await previewIn(id);
    });
  };
}
