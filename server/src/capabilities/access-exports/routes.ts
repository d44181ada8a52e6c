import {
  CANCEL_ACCESS_EXPORT,
  DOWNLOAD_ACCESS_EXPORT,
  GET_ACCESS_EXPORT,
  LIST_ACCESS_EXPORTS,
  START_ACCESS_EXPORT,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { DOWNLOAD_REFUSED_RETRY_SECONDS } from '../../domain/limits/requests.ts';
import type { Session } from '../../domain/session.ts';
import { fileNameOf, keptFile } from '../../http/answers/kept-file.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { dueToRefusal, sendRefusal } from '../../http/contract/refusals.ts';
import type { Downloads } from '../../http/server/downloads.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { exportFile } from './export-file.ts';
import { exportView } from './export-view.ts';
import { createExportsOfOwner, type ExportsOfOwnerDeps } from './exports-of-owner.ts';
import { type ExportRefusal, ofExports, ofFiles, ofOwners, ofStart, tellExportRefusal } from './messages.ts';
import { createStartExport, type StartExportDeps } from './start-export.ts';

export type AccessExportRoutesDeps = ExportsOfOwnerDeps &
  StartExportDeps & {
    readonly guard: SessionGuard;
    readonly downloads: Downloads;
  };

/** An addition to the specification. */
export const accessExportRoutes: FastifyPluginAsync<AccessExportRoutesDeps> = async (app, deps) => {
  const { guard, clock, accessExports, downloads } = deps;
  const exportsOfOwner = createExportsOfOwner(deps);
  const { find, list, cancel } = exportsOfOwner;
  const startExport = createStartExport(deps);

  const refuseWith = (reply: FastifyReply, refusal: ExportRefusal) =>
    sendRefusal(reply, dueToRefusal(tellExportRefusal(refusal), refusal), retryAfterSeconds(refusal, clock.now()));
  const onRequest = guard.requireSession();
  const onChange = [onRequest, guard.refuseCrossSite];

  addEndpoint(app, START_ACCESS_EXPORT, { onRequest: onChange, wireOf: ofStart }, async (request, reply) => {
    const started = await startExport(callerOf(request).session, askedBy(request), request.params.login);
    return started.ok
      ? reply.code(202).send({ export: exportView(started.value) })
      : refuseWith(reply, started.refusal);
  });

  addEndpoint(app, LIST_ACCESS_EXPORTS, { onRequest, wireOf: ofOwners }, async (request, reply) => {
    const listed = await list(callerOf(request).session, request.params.login);
    return listed.ok ? { exports: listed.value.map(exportView) } : refuseWith(reply, listed.refusal);
  });

  addEndpoint(app, GET_ACCESS_EXPORT, { onRequest, wireOf: ofExports }, async (request, reply) => {
    const found = await find(callerOf(request).session, request.params);
    return found.ok ? { export: exportView(found.value) } : refuseWith(reply, found.refusal);
  });

  addEndpoint(app, CANCEL_ACCESS_EXPORT, { onRequest: onChange, wireOf: ofExports }, async (request, reply) => {
    const cancelled = await cancel(callerOf(request).session, askedBy(request), request.params);
    return cancelled.ok ? { export: exportView(cancelled.value) } : refuseWith(reply, cancelled.refusal);
  });

  addEndpoint(app, DOWNLOAD_ACCESS_EXPORT, { onRequest: onChange, wireOf: ofFiles }, async (request, reply) => {
    if (!downloads.enter(request, reply)) {
      return sendRefusal(reply, ofFiles['too-many-downloads'], DOWNLOAD_REFUSED_RETRY_SECONDS);
    }
    const found = await exportsOfOwner.download(callerOf(request).session, askedBy(request), request.params);
    if (!found.ok) return refuseWith(reply, found.refusal);
    const { id, organizationLogin, createdAt } = found.value;
    const name = fileNameOf('access', organizationLogin, createdAt, 'csv');
    const maySee = async (session: Session) => (await find(session, request.params)).ok;
    const download = downloads.begin(request, reply, maySee);
    return keptFile(reply, { type: 'text/csv', name, pieces: exportFile(accessExports, id), download });
  });
};
