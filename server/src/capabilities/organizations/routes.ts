import { GET_ORGANIZATION, LIST_ORGANIZATIONS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../domain/result.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { signedInWithInstallations } from '../../http/rights/access.ts';
import { findOrganization, listOrganizations } from './list-organizations.ts';
import { wireOf } from './messages.ts';

/** Specification: `GET /api/organizations`, `GET /api/organizations/{login}`. */
export const organizationRoutes: FastifyPluginAsync = async (app) => {
  const access = signedInWithInstallations;
  const kept = { renewsCookie: false };

  addEndpoint(app, LIST_ORGANIZATIONS, { access, kept }, async (_request, { session, installations }) =>
    ok({ organizations: listOrganizations(session, installations) }),
  );

  addEndpoint(app, GET_ORGANIZATION, { access, wireOf, kept }, async (request, { session, installations }) => {
    const found = findOrganization(session, installations, request.params.login);
    return found.ok ? ok({ organization: found.value }) : found;
  });
};
