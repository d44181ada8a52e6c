import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { AccountType, Installation } from '../../domain/installation.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages/pages.ts';
import { UNEXPECTED, type Unreachable } from '../send/refusals.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import type { HostCalls } from '../types.ts';
import { HostPermissions, parsePermissions } from './registered-app.ts';

const Account = Type.Object({ id: HostId, login: HostLogin, type: Type.Optional(Type.String()) });

// Some answers have Unix seconds instead.
const IsoInstant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' });

/** GitHub docs: REST API endpoints for GitHub Apps. */
const HostInstallation = Type.Object({
  id: HostId,
  account: Type.Union([Account, Type.Object({ slug: Type.String() }), Type.Null()]),
  target_type: Type.Optional(Type.String()),
  repository_selection: Type.Optional(TextOrNull),
  suspended_at: Type.Optional(Type.Union([IsoInstant, Type.Integer({ minimum: 0 }), Type.Null()])),
});
const HostInstallations = Type.Array(HostInstallation);
type HostInstallation = Static<typeof HostInstallation>;

export const Granted = Type.Intersect([HostInstallation, Type.Object({ permissions: HostPermissions })]);
const InstallationsPage = Type.Object({ installations: Type.Array(HostInstallation) });

export function createAppInstallations(
  sendAsApp: SendAs,
): Pick<HostCalls, 'installation' | 'installationOn' | 'installations'> {
  return {
    async installation(id) {
      const response = bodyOf(await sendAsApp({ url: hostPath`/app/installations/${id}` }), HostInstallation);
      if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
      if (response.value.id !== id) return refuse(UNEXPECTED);
      const parsed = parseInstallations([response.value]);
      return parsed.ok ? ok(parsed.value[0] ?? null) : parsed;
    },

    async installationOn(organization) {
      const response = bodyOf(await sendAsApp({ url: hostPath`/orgs/${organization}/installation` }), Granted);
      if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
      const parsed = parseInstallations([response.value]);
      if (!parsed.ok) return parsed;
      const [installation] = parsed.value;
      const isMeant = installation !== undefined && sameLogin(installation.accountLogin, organization);
      return isMeant
        ? ok({ installation, permissions: parsePermissions(response.value.permissions) })
        : refuse(UNEXPECTED);
    },

    async installations(page = null) {
      const response = await linkedPages(sendAsApp, hostPath`/app/installations`, HostInstallations)(page);
      if (!response.ok) return response;
      const parsed = parseInstallations(response.value.body);
      return parsed.ok ? ok({ installations: parsed.value, next: response.value.next }) : parsed;
    },
  };
}

export async function readInstallations(sendAsUser: SendAs, log: Log): Promise<HostResult<readonly Installation[]>> {
  const list = linkedPages(sendAsUser, hostPath`/user/installations`, InstallationsPage);
  const pages = await readPages(list, LIST_BOUNDS.ofPerson, log);
  return pages.ok ? parseInstallations(pages.value.flatMap((page) => page.installations)) : pages;
}

export function parseInstallations(entries: readonly HostInstallation[]): Result<readonly Installation[], Unreachable> {
  // An invalid suspension time must not count as not suspended.
  if (entries.some((entry) => Number.isNaN(suspensionOf(entry)?.getTime()))) return refuse(UNEXPECTED);
  const installations = entries.map(installationOf).filter((installation) => installation !== null);
  return ok(eachOnce(installations, ({ id }) => id));
}

function installationOf(entry: HostInstallation): Installation | null {
  const { id, account, target_type, repository_selection } = entry;
  const suspendedAt = suspensionOf(entry);
  if (account === null || !('login' in account)) return null;
  const accountType = accountTypeOf(account.type ?? target_type);
  if (accountType === null) return null;
  const repositorySelection =
    repository_selection === 'all' || repository_selection === 'selected' ? repository_selection : null;
  return { id, accountId: account.id, accountLogin: account.login, accountType, repositorySelection, suspendedAt };
}

function accountTypeOf(type: string | undefined): AccountType | null {
  if (type === 'Organization') return 'organization';
  return type === 'User' ? 'user' : null;
}

/** May return an invalid date. */
const suspensionOf = ({ suspended_at: value = null }: HostInstallation): Date | null =>
  value === null ? null : new Date(typeof value === 'number' ? value * 1000 : value);
