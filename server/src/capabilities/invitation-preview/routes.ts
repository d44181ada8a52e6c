import { PREVIEW_INVITATIONS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { wireOf } from './messages.ts';
import { parseRows } from './parse-rows.ts';
import { createPreviewInvitations, type PreviewInvitationsDeps } from './preview-invitations.ts';

export const invitationPreviewRoutes: FastifyPluginAsync<PreviewInvitationsDeps> = async (app, deps) => {
  const previewInvitations = createPreviewInvitations(deps);

  addEndpoint(
    app,
    PREVIEW_INVITATIONS,
    { access: owners('send invitations'), beforeRights: ({ body }) => parseRows(body), wireOf },
    (request, owner, reply, rows) => previewInvitations(owner, rows, departureOf(request, reply)),
  );
};
