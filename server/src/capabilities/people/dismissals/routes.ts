import {
  DISMISS_FINDINGS,
  type DismissedFinding as DismissedFindingView,
  LIST_DISMISSED_FINDINGS,
  RESTORE_FINDINGS,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../../domain/result.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { owners } from '../../../http/rights/access.ts';
import { requesterOf } from '../../../http/session/requester-of.ts';
import type { DismissedFinding } from '../../../ports/dismissed-findings.ts';
import { createDismissFindings, type DismissFindingsDeps, parseDismissal } from './dismiss-findings.ts';
import { partsOfKey } from './finding-key.ts';
import { ofDismissing, ofRestoring } from './messages.ts';

/** An addition to the specification. */
export const dismissalRoutes: FastifyPluginAsync<DismissFindingsDeps> = async (app, deps) => {
  const { list, dismiss, restore } = createDismissFindings(deps);

  addEndpoint(app, LIST_DISMISSED_FINDINGS, { access: owners('see the access review') }, async (_request, owner) =>
    ok(answerOf(await list(owner))),
  );

  const access = owners('dismiss findings');
  addEndpoint(
    app,
    DISMISS_FINDINGS,
    { access, beforeRights: ({ body }) => parseDismissal(body, deps.clock.now()), wireOf: ofDismissing },
    async (request, owner, _reply, dismissal) => {
      const findings = await dismiss(owner, requesterOf(request), dismissal);
      return findings.ok ? ok(answerOf(findings.value)) : findings;
    },
  );

  addEndpoint(app, RESTORE_FINDINGS, { access, wireOf: ofRestoring }, async (request, owner) => {
    const findings = await restore(owner, requesterOf(request), request.body.keys);
    return findings.ok ? ok(answerOf(findings.value)) : findings;
  });
};

const answerOf = (findings: readonly DismissedFinding[]) => ({ findings: findings.map(findingView) });

function findingView({
  key,
  targetName,
  reason,
  until,
  dismissedAt,
  dismissedBy: { id, login },
}: DismissedFinding): DismissedFindingView {
  const { finding, ...target } = partsOfKey(key);
  return {
    key,
    finding,
    target: { kind: target.kind, id: target.id, name: targetName },
    reason,
    until: until.toISOString(),
    dismissedAt: dismissedAt.toISOString(),
    dismissedBy: { id, login },
  };
}
