import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import type { GrantedInstallation, Installation } from '../../../domain/installation.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal, InstallationsPage } from '../../../ports/code-host.ts';
import { listPage } from '../pages/list-page.ts';
import { PAGE_SIZE } from '../pages/paging.ts';
import { fits } from '../send/fits.ts';
import { saysMissing, unexpected, usable } from '../send/refusals.ts';
import type { AppTransport } from './app-transport.ts';
import { HostInstallation, installationsAmong } from './installations.ts';
import { HostPermissions, permissionsIn } from './registered-app.ts';

const ListedInstallations = Type.Array(HostInstallation);
const Granted = Type.Intersect([HostInstallation, Type.Object({ permissions: HostPermissions })]);

/** Installations as the App sees them. */
export interface AppInstallations {
  /** Null when it does not exist (any more) or is on an enterprise. */
  one(id: number): Promise<Result<Installation | null, HostRefusal>>;
  /** The one on an organization, with its permissions; null when there is none. */
  on(organization: string): Promise<Result<GrantedInstallation | null, HostRefusal>>;
  /** The first page of those on organizations and people, or the one at this address. */
  page(address: string | null): Promise<Result<InstallationsPage, HostRefusal>>;
}

/** Installations at the API address. GitHub docs: REST API endpoints for GitHub Apps. */
export function createAppInstallations(apiUrl: string, send: AppTransport): AppInstallations {
  return {
    async one(id) {
      const sent = await send({ method: 'GET', url: `${apiUrl}/app/installations/${id}`, parameters: {} });
      if (saysMissing(sent)) return ok(null);
      const answer = usable(sent);
      if (!answer.ok) return answer;
      const { body } = answer.value;
      if (!fits(HostInstallation, body) || body.id !== id) return refuse(unexpected());
      const told = installationsAmong([body]);
      return told.ok ? ok(told.value[0] ?? null) : told;
    },

    async on(organization) {
      const url = `${apiUrl}/orgs/${encodeURIComponent(organization)}/installation`;
      const sent = await send({ method: 'GET', url, parameters: {} });
      if (saysMissing(sent)) return ok(null);
      const answer = usable(sent);
      if (!answer.ok) return answer;
      return fits(Granted, answer.value.body) ? granted(answer.value.body, organization) : refuse(unexpected());
    },

    async page(address) {
      const url = address ?? `${apiUrl}/app/installations`;
      const parameters = address === null ? { per_page: String(PAGE_SIZE) } : {};
      const page = listPage(usable(await send({ method: 'GET', url, parameters })), apiUrl, ListedInstallations);
      if (!page.ok) return page;
      const told = installationsAmong(page.value.body);
      return told.ok ? ok({ installations: told.value, next: page.value.next }) : told;
    },
  };
}

function granted(body: Static<typeof Granted>, organization: string): Result<GrantedInstallation, HostRefusal> {
  const told = installationsAmong([body]);
  if (!told.ok) return told;
  const [installation] = told.value;
  if (installation === undefined || !sameLogin(installation.accountLogin, organization)) return refuse(unexpected());
  return ok({ installation, permissions: permissionsIn(body.permissions) });
}
