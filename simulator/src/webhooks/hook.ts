import { createHmac } from 'node:crypto';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../world/links.ts';

export interface Hook {
  /** Null: the hook sends nothing. */
  readonly url: string | null;
  readonly contentType: 'json' | 'form';
  /** Null: deliveries have no signature. */
  readonly secret: string | null;
  readonly insecureSsl: '0' | '1';
}

export const registeredHook = ({ webhookUrl, webhookSecret }: AppRegistration): Hook => ({
  url: webhookUrl,
  contentType: 'json',
  secret: webhookSecret,
  insecureSsl: '0',
});

export const hookIdOf = (app: Pick<AppRegistration, 'id'>): number => 400_000_000 + app.id;

export interface DeliveryIdentity {
  readonly event: string;
  readonly guid: string;
  /** Default: correct. Null omits it; text replaces it. */
  readonly signature?: string | null;
}

/** GitHub docs: Webhook events and payloads, delivery headers. */
export function deliveryHeaders(
  { event, guid, signature }: DeliveryIdentity,
  body: Buffer,
  { app, hook, links }: { readonly app: AppRegistration; readonly hook: Hook; readonly links: Links },
): Readonly<Record<string, string>> {
  return {
    Accept: '*/*',
    'Content-Type': hook.contentType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'User-Agent': 'GitHub-Hookshot/5e1f0a7',
    'X-GitHub-Delivery': guid,
    'X-GitHub-Event': event,
    ...(links.kind === 'enterprise-server'
      ? {
          'X-GitHub-Enterprise-Host': new URL(links.web('/')).hostname,
          'X-GitHub-Enterprise-Version': links.serverVersion,
        }
      : {}),
    'X-GitHub-Hook-ID': String(hookIdOf(app)),
    'X-GitHub-Hook-Installation-Target-ID': String(app.id),
    'X-GitHub-Hook-Installation-Target-Type': 'integration',
    ...signatureHeaders(signature, body, hook.secret),
  };
}

function signatureHeaders(signature: string | null | undefined, body: Buffer, secret: string | null) {
  if (signature === null) return {};
  if (signature !== undefined) return { 'X-Hub-Signature-256': signature };
  if (secret === null) return {};
  const digest = (algorithm: string) => createHmac(algorithm, secret).update(body).digest('hex');
  return { 'X-Hub-Signature': `sha1=${digest('sha1')}`, 'X-Hub-Signature-256': `sha256=${digest('sha256')}` };
}

export function payloadBytes(payload: object, contentType: Hook['contentType']): Buffer {
  const json = JSON.stringify(payload);
  return Buffer.from(contentType === 'json' ? json : new URLSearchParams({ payload: json }).toString());
}

export const hookConfig = ({ contentType, insecureSsl, secret, url }: Hook) => ({
  content_type: contentType,
  insecure_ssl: insecureSsl,
  ...(secret === null ? {} : { secret: '********' }),
  ...(url === null ? {} : { url }),
});

export const hookView = (hook: Hook, app: AppRegistration, links: Links) => ({
  type: 'App',
  id: hookIdOf(app),
  name: 'web',
  active: true,
  app_id: app.id,
  events: app.events,
  config: hookConfig(hook),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  deliveries_url: links.api('/app/hook/deliveries'),
});
