import { Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import type { GrantedInstallation, Installation } from '../../../domain/installation.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal, InstallationsPage } from '../../../ports/code-host.ts';
import { linkedPages } from '../pages/pages.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { HostInstallation, parseInstallations } from './installations.ts';
import { HostPermissions, parsePermissions } from './registered-app.ts';

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

/** Installations at the API. GitHub docs: REST API endpoints for GitHub Apps. */
export function createAppInstallations(sendAsApp: SendAs): AppInstallations {
  return {
    async one(id) {
      const told = bodyOf(await sendAsApp({ url: `/app/installations/${id}` }), HostInstallation);
      if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
      if (told.value.id !== id) return refuse(UNEXPECTED);
      const parsed = parseInstallations([told.value]);
      return parsed.ok ? ok(parsed.value[0] ?? null) : parsed;
    },

    async on(organization) {
      const told = bodyOf(await sendAsApp({ url: `/orgs/${encodeURIComponent(organization)}/installation` }), Granted);
      if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
      const parsed = parseInstallations([told.value]);
      if (!parsed.ok) return parsed;
      const [installation] = parsed.value;
      const isMeant = installation !== undefined && sameLogin(installation.accountLogin, organization);
      return isMeant ? ok({ installation, permissions: parsePermissions(told.value.permissions) }) : refuse(UNEXPECTED);
    },

    async page(address) {
      const page = await linkedPages(sendAsApp, '/app/installations', Type.Array(HostInstallation))(address);
      if (!page.ok) return page;
      const parsed = parseInstallations(page.value.body);
      return parsed.ok ? ok({ installations: parsed.value, next: page.value.next }) : parsed;
    },
  };
}
