import { Type } from 'typebox';
import { APP_PAGE_WAIT_MS, APP_REUSE_MS } from '../../../domain/limits.ts';
import type { Permissions } from '../../../domain/permissions.ts';
import { ok } from '../../../domain/result.ts';
import type { CodeHost, RegisteredApp, Told } from '../../../ports/code-host.ts';
import type { Clock } from '../../../ports/system.ts';
import { addressOn, type CodeHostAddresses } from '../addresses.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { fits } from '../send/shapes.ts';
import { createKept } from './kept.ts';

/** Permissions as the platform writes them: names and levels. */
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

/** The permissions in an answer, without entries that are none: the names are shown to people. */
export const parsePermissions = (told: Readonly<Record<string, string>>): Permissions =>
  new Map(Object.entries(told).filter(([name, level]) => NAME.test(name) && LEVEL.test(level)));

/** What the platform says of the App, kept for ten minutes. GitHub docs: Get the authenticated app. */
export function createRegisteredApp(
  { webUrl }: Pick<CodeHostAddresses, 'webUrl'>,
  sendAsApp: SendAs,
  clock: Clock,
): CodeHost['registeredApp'] {
  const kept = createKept<'app', RegisteredApp>(
    async () => {
      const told = bodyOf(await sendAsApp({ url: '/app' }), HostApp);
      if (!told.ok) return told;
      const body = told.value;
      return ok({
        permissions: parsePermissions(body.permissions),
        page: fits(Page, body) ? pageOn(webUrl, body.html_url) : null,
        permissionsPage: permissionsPage(webUrl, body),
      });
    },
    APP_REUSE_MS,
    clock,
  );
  return () => kept.get('app');
}

/** The page of the App, or null when it is not known in time. */
export async function pageOf(asked: Promise<Told<RegisteredApp>>): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), APP_PAGE_WAIT_MS);
  const answer = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
  return answer?.ok === true ? answer.value.page : null;
}

function pageOn(webUrl: string, address: string): string | null {
  const url = addressOn(webUrl, address);
  return url === null ? null : url.origin + url.pathname.replace(/\/+$/, '');
}

/** Nobody says where it is: composed as the platform's own pages link to it. An App of an enterprise has another. */
function permissionsPage(webUrl: string, body: unknown): string | null {
  if (!fits(Owned, body)) return null;
  const { slug, owner } = body;
  const owned = owner.type === 'Organization' ? `/organizations/${encodeURIComponent(owner.login)}` : '';
  return `${webUrl}${owned}/settings/apps/${slug}/permissions`;
}
