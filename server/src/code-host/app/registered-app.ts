import { Type } from 'typebox';
import type { Permissions } from '../../domain/installation.ts';
import {
  APP_PAGE_WAIT_MS,
  APP_REUSE_MS,
  CODE_HOST_ANSWER_MAX_BYTES,
  CODE_HOST_CALL_LIMIT_MS,
} from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse, withinLimit } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { addressOn, type CodeHostAddresses, codeHostAddresses } from '../addresses.ts';
import { addressBelow, hostPath } from '../host-path.ts';
import { bodyOf, createSend, type SendAs } from '../send/send.ts';
import { fits } from '../send/shapes.ts';
import type { HostCalls, InstallRequest, RegisteredApp } from '../types.ts';
import { createResultCache } from './credentials.ts';

export const HostPermissions = Type.Record(Type.String(), Type.String());

const HostApp = Type.Object({ permissions: HostPermissions });
const Page = Type.Object({ html_url: Type.String({ maxLength: 1_000 }) });
const Name = Type.String({ pattern: '^[\\w-]{1,100}$' });
const Owned = Type.Object({
  slug: Name,
  owner: Type.Object({ login: Name, type: Type.Union([Type.Literal('Organization'), Type.Literal('User')]) }),
});

const NAME = /^[a-z][a-z0-9_]{0,99}$/;
const LEVEL = /^[a-z]{1,20}$/;

/** Drops invalid entries: names are shown to people. */
export const parsePermissions = (permissions: Readonly<Record<string, string>>): Permissions =>
  new Map(Object.entries(permissions).filter(([name, level]) => NAME.test(name) && LEVEL.test(level)));

/** GitHub docs: Get the authenticated app. */
export function createRegisteredApp(
  { webUrl }: Pick<CodeHostAddresses, 'webUrl'>,
  sendAsApp: SendAs,
  clock: Clock,
): HostCalls['registeredApp'] {
  const cache = createResultCache<'app', RegisteredApp>(
    async () => {
      const response = bodyOf(await sendAsApp({ call: 'app.read', url: hostPath`/app` }), HostApp);
      if (!response.ok) return response;
      const body = response.value;
      return ok({
        permissions: parsePermissions(body.permissions),
        page: fits(Page, body) ? pageOn(webUrl, body.html_url) : null,
        permissionsPage: permissionsPageBelow(settingsPage(webUrl, body)),
      });
    },
    APP_REUSE_MS,
    clock,
  );
  return () => cache.get('app');
}

/**
 * Where people install the App (decisions I2 and I12): only `app` knows it on GHE.com; without an answer in time it is
 * composed. GitHub docs: Sharing your GitHub App.
 */
export async function installUrl(
  { webUrl, kind }: Pick<CodeHostAddresses, 'webUrl' | 'kind'>,
  { app, appSlug }: { readonly app: ReturnType<HostCalls['registeredApp']>; readonly appSlug: string },
  { state, targetId }: InstallRequest,
): Promise<string> {
  const result = await withinLimit(app, APP_PAGE_WAIT_MS);
  const registeredPage = result.ok && result.value.ok ? result.value.value.page : null;
  const apps = kind === 'enterprise-server' ? 'github-apps' : 'apps';
  const page = registeredPage ?? addressBelow(webUrl, hostPath`/${apps}/${appSlug}`).text;
  if (targetId === null) return `${page}/installations/new?${new URLSearchParams({ state })}`;
  const query = new URLSearchParams({ suggested_target_id: String(targetId), state });
  return `${page}/installations/new/permissions?${query}`;
}

export function pageOn(webUrl: string, address: string): string | null {
  const url = addressOn(webUrl, address);
  return url === null ? null : url.origin + url.pathname.replace(/\/+$/, '');
}

/** The API does not return the page, so it is composed. Null for an App of an enterprise. */
export function settingsPage(webUrl: string, body: unknown): string | null {
  if (!fits(Owned, body)) return null;
  const { slug, owner } = body;
  const owned = owner.type === 'Organization' ? hostPath`/organizations/${owner.login}` : hostPath``;
  return addressBelow(webUrl, hostPath`${owned}/settings/apps/${slug}`).text;
}

const permissionsPageBelow = (settings: string | null): string | null =>
  settings === null ? null : `${settings}/permissions`;

/** `code-not-good`: used, unknown or older than an hour. After `unreachable` the code may have been used. */
export type ConversionRefusal =
  | { readonly kind: 'code-not-good' }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string };

export const NO_REST_API = 'no REST API';

export interface AppRegistry {
  reach(): Promise<Result<null, string>>;
  convert(code: string): Promise<Result<unknown, ConversionRefusal>>;
}

/** GitHub docs: Create a GitHub App from a manifest. */
export function createAppRegistry(
  host: { readonly webUrl: URL; readonly apiUrl: URL | null },
  clock: Clock,
  callLimitMs = CODE_HOST_CALL_LIMIT_MS,
): AppRegistry {
  const send = createSend(codeHostAddresses(host), { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES }, clock);
  return {
    async reach() {
      const answer = await send({ call: 'limits.read', url: hostPath`/rate_limit` }, null);
      if (!answer.ok) return refuse(answer.refusal.message);
      const { status, body } = answer.value;
      if (status >= 500) return refuse(`answered ${status}`);
      return isOfApi(body) ? ok(null) : refuse(noApi(status));
    },
    async convert(code) {
      const url = hostPath`/app-manifests/${code}/conversions`;
      if (!url.isValid) return refuse({ kind: 'code-not-good' });
      const answer = await send({ call: 'app.from-manifest', method: 'POST', url, secrets: [code] }, null);
      if (!answer.ok) return refuse(answer.refusal);
      const { status, body, message } = answer.value;
      if (status === 201) return ok(body);
      if (status < 500 && !isOfApi(body)) return refuse({ kind: 'unreachable', message: noApi(status) });
      if (status === 404) return refuse({ kind: 'code-not-good' });
      return refuse({ kind: 'rejected', status, message: message ?? '' });
    },
  };
}

const isOfApi = (body: unknown): boolean => typeof body === 'object' && body !== null;

const noApi = (status: number): string => `${NO_REST_API}: answered ${status} without JSON`;
