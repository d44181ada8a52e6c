import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import type { Delivery } from '../webhooks/log.ts';
import type { WebhookControl } from './webhooks.ts';

/** Functions of the platform that may be called by name. */
const PLATFORM_CALLS = [
  'install',
  'uninstall',
  'suspend',
  'unsuspend',
  'addRepositories',
  'removeRepositories',
  'setRepositories',
  'acceptPermissions',
  'requestInstallation',
  'approveRequest',
  'renameOrganization',
  'deleteOrganization',
  'renameUser',
  'deleteUser',
  'addMember',
  'removeMember',
  'addTeamMember',
  'removeTeamMember',
  'addCollaborator',
  'removeCollaborator',
  'invite',
  'acceptInvitation',
  'declineInvitation',
  'cancelInvitation',
  'failInvitation',
  'revokeAuthorization',
  'ping',
] as const satisfies readonly (keyof Platform)[];

/** Functions for deliveries that may be called by name. */
const WEBHOOK_CALLS = [
  'deliveries',
  'holdDeliveries',
  'releaseDeliveries',
  'deliverHeld',
  'deliver',
  'redeliver',
  'sendRaw',
  'deliverTo',
  'webhookLimitMs',
  'settled',
] as const satisfies readonly (keyof WebhookControl)[];

/**
 * Events over HTTP. Bodies of deliveries come out as text; `sendRaw` also takes `bodyBase64`, for bytes that
 * are no text.
 */
export function controlWebhookRoutes(
  server: FastifyInstance,
  control: WebhookControl,
  argumentsOf: (body: unknown) => readonly unknown[],
): void {
  server.post<{ Params: { name: string }; Body: unknown }>('/platform/:name', async (request) => {
    const name = PLATFORM_CALLS.find((known) => known === request.params.name);
    if (name === undefined) throw new Error(`no platform call '${request.params.name}'`);
    return { result: Reflect.apply(control.platform[name], null, argumentsOf(request.body)) ?? null };
  });
  server.post<{ Params: { name: string }; Body: unknown }>('/webhooks/:name', async (request) => {
    const name = WEBHOOK_CALLS.find((known) => known === request.params.name);
    if (name === undefined) throw new Error(`no webhook call '${request.params.name}'`);
    const parameters = argumentsOf(request.body).map(name === 'sendRaw' ? withBytes : (value) => value);
    return { result: reportOf(await Reflect.apply(control[name], null, parameters)) };
  });
}

function withBytes(raw: unknown): unknown {
  const { bodyBase64 }: { bodyBase64?: unknown } = Object(raw);
  return typeof bodyBase64 === 'string' ? { ...Object(raw), body: Buffer.from(bodyBase64, 'base64') } : raw;
}

function reportOf(result: Delivery | readonly Delivery[] | undefined): unknown {
  if (result === undefined) return null;
  const report = (delivery: Delivery) => ({ ...delivery, body: delivery.body.toString('utf8') });
  return 'map' in result ? result.map(report) : report(result);
}
