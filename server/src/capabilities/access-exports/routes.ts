import {
  CANCEL_ACCESS_EXPORT,
  DOWNLOAD_ACCESS_EXPORT,
  GET_ACCESS_EXPORT,
  LIST_ACCESS_EXPORTS,
  START_ACCESS_EXPORT,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../domain/result.ts';
import { fileNameOf, sendFile } from '../../http/answers/file-download.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import type { Downloads } from '../../http/server/downloads.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { exportFile } from './export-file.ts';
import { exportView } from './export-view.ts';
import { createExportsOfOwner, type ExportsOfOwnerDeps } from './exports-of-owner.ts';
import { ofExports, ofFiles, ofStart } from './messages.ts';
import { createStartExport, type StartExportDeps } from './start-export.ts';

export type AccessExportRoutesDeps = ExportsOfOwnerDeps & StartExportDeps & { readonly downloads: Downloads };

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<AccessExportRoutesDeps> = async (app, deps) => {
  const { accessExports, downloads } = deps;
  const exportsOfOwner = createExportsOfOwner(deps);
  const { find, list, cancel } = exportsOfOwner;
  const startExport = createStartExport(deps);
  const access = owners('export who has access');

  addEndpoint(app, START_ACCESS_EXPORT, { access, wireOf: ofStart }, async (request, owner) => {
    const started = await startExport(owner, requesterOf(request));
    return started.ok ? ok({ export: exportView(started.value) }) : started;
  });

  addEndpoint(app, LIST_ACCESS_EXPORTS, { access }, async (_request, owner) =>
    ok({ exports: (await list(owner)).map(exportView) }),
  );

  addEndpoint(app, GET_ACCESS_EXPORT, { access, wireOf: ofExports }, async (request, owner) => {
    const found = await find(owner, request.params.id);
    return found.ok ? ok({ export: exportView(found.value) }) : found;
  });

  addEndpoint(app, CANCEL_ACCESS_EXPORT, { access, wireOf: ofExports }, async (request, owner) => {
    const cancelled = await cancel(owner, requesterOf(request), request.params.id);
    return cancelled.ok ? ok({ export: exportView(cancelled.value) }) : cancelled;
  });

  addEndpoint(
    app,
    DOWNLOAD_ACCESS_EXPORT,
    { access, beforeRights: downloads.enter, wireOf: ofFiles },
    async (request, owner, reply, opened) => {
      const counted = downloads.countFor(owner, opened);
      if (!counted.ok) return counted;
      const found = await exportsOfOwner.download(owner, requesterOf(request), request.params.id);
      if (!found.ok) return found;
      const { id, organizationLogin, createdAt } = found.value;
      const name = fileNameOf('access', organizationLogin, createdAt, 'csv');
      const download = downloads.begin(request, reply, owner, async () => (await find(owner, id)).ok);
      return sendFile(reply, { type: 'text/csv', name, texts: exportFile(accessExports, id), download });
    },
  );
};
