import type { FastifyError, FastifyInstance } from 'fastify';
import type { RateSettings } from '../api/rate-limits.ts';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import type { TokenSettings } from '../oauth/user-tokens.ts';
import type { World } from '../world/world.ts';
import type { Control } from './control.ts';
import type { FaultRule } from './faults.ts';
import type { HoldPhase, Holds } from './holds.ts';
import type { RequestMatch } from './request-match.ts';
import { controlWebhookRoutes } from './webhook-routes.ts';

/** What the control calls steer. */
export interface ControlRoutesDeps {
  readonly control: Control;
  readonly world: World;
  readonly holds: Holds;
  readonly app: AppRegistration;
  readonly links: Links;
}

/** Functions of the world that may be called by name. */
const WORLD_CALLS = [
  'user',
  'organization',
  'addUser',
  'updateUser',
  'renameUser',
  'removeUser',
  'addOrganization',
  'updateOrganization',
  'renameOrganization',
  'removeOrganization',
  'addMembership',
  'setRole',
  'removeMembership',
  'setHidden',
  'setSamlAuthorized',
  'addRepository',
  'removeRepository',
  'addTeam',
  'setTeamMember',
  'installations',
  'installation',
  'addInstallation',
  'suspendInstallation',
  'unsuspendInstallation',
  'removeInstallation',
  'setInstallationRepositories',
  'setInstallationPermissions',
  'setCollaborator',
  'installationRequests',
  'addInstallationRequest',
  'removeInstallationRequest',
  'openInvitations',
  'failedInvitations',
  'invitation',
  'invite',
  'acceptInvitation',
  'changeInvitation',
  'declineInvitation',
  'cancelInvitation',
  'failInvitation',
  'expireInvitations',
  'enlarge',
  'reset',
] as const satisfies readonly (keyof World)[];

/** Functions of the control that may be called by name. */
const CONTROL_CALLS = [
  'clearFaults',
  'clearRequests',
  'expireAccessTokens',
  'expireRefreshTokens',
  'revokeTokens',
  'expireCodes',
  'expireInstallationTokens',
  'rateState',
  'entityTags',
  'secondaryLimit',
  'invitations',
  'invitationQuota',
  'resetWorld',
  'reset',
] as const satisfies readonly (keyof Control)[];

/**
 * The control over HTTP, for tests in other processes. Only JSON is accepted, so a web page
 * elsewhere cannot make a browser send these calls. Faulty calls answer 400 with the reason.
 */
export function controlRoutes(server: FastifyInstance, { control, world, holds, app, links }: ControlRoutesDeps): void {
  server.addHook('onRequest', async (request, reply) => {
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (request.method !== 'GET' && !isJson) return reply.code(415).send({ error: 'send application/json' });
  });
  server.setErrorHandler<FastifyError>((error, _request, reply) => reply.code(400).send({ error: error.message }));

  server.get('/', async () => ({
    url: links.web(''),
    apiUrl: links.api(''),
    graphqlUrl: links.graphql(),
    kind: links.kind,
    app: { id: app.id, slug: app.slug, clientId: app.clientId },
  }));

  server.post<{ Body: FaultRule }>('/faults', async (request, reply) => {
    return reply.code(201).send({ id: control.fault(request.body).id });
  });
  server.put<{ Body: { ms: number; match?: RequestMatch } }>('/latency', async (request, reply) => {
    control.latencyMs(request.body.ms, request.body.match);
    return reply.code(204).send();
  });

  server.post<{ Body: { match?: RequestMatch; phase?: HoldPhase } }>('/holds', async (request, reply) => {
    const { match = {}, phase } = request.body;
    return reply.code(201).send({ id: control.hold(match, phase).id });
  });
  server.get<{ Params: { id: string }; Querystring: { arrived?: string } }>('/holds/:id', async (request, reply) => {
    const hold = holds.find(Number(request.params.id));
    if (!hold) return reply.code(404).send({ error: 'no such hold' });
    await hold.arrived(Number(request.query.arrived ?? 0));
    return { id: hold.id, count: hold.count() };
  });
  server.post<{ Params: { id: string }; Body: { some?: number } }>('/holds/:id/release', async (request, reply) => {
    const hold = holds.find(Number(request.params.id));
    if (!hold) return reply.code(404).send({ error: 'no such hold' });
    if (typeof request.body.some === 'number') hold.releaseSome(request.body.some);
    else hold.release();
    return reply.code(204).send();
  });

  server.post<{ Body: RequestMatch }>('/requests', async ({ body: match }) => ({
    requests: control.requests(match),
    count: control.count(match),
    maxInFlight: control.maxInFlight(match),
    rounds: control.rounds(match),
  }));

  server.put<{ Body: Partial<TokenSettings> }>('/token-settings', async ({ body }) => control.tokenSettings(body));
  server.put<{ Body: Partial<RateSettings> }>('/rate-limits', async (request, reply) => {
    control.rateLimits(request.body);
    return reply.code(204).send();
  });
  server.get<{ Params: { login: string } }>('/tokens/:login', async ({ params }) => control.tokens(params.login));
  server.get('/issued-secrets', async () => control.issuedSecrets());

  server.post<{ Params: { name: string }; Body: unknown }>('/call/:name', async (request) => {
    const name = CONTROL_CALLS.find((known) => known === request.params.name);
    if (name === undefined) throw new Error(`no control call '${request.params.name}'`);
    return { result: Reflect.apply(control[name], control, argumentsOf(request.body)) ?? null };
  });
  server.post<{ Params: { name: string }; Body: unknown }>('/world/:name', async (request) => {
    const name = WORLD_CALLS.find((known) => known === request.params.name);
    if (name === undefined) throw new Error(`no world call '${request.params.name}'`);
    return { result: Reflect.apply(world[name], world, argumentsOf(request.body)) ?? null };
  });
  controlWebhookRoutes(server, control, argumentsOf);
}

function argumentsOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new Error('the body must be the list of arguments');
  return body;
}
