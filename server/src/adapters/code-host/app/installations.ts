import { type Static, Type } from 'typebox';
import type { AccountType, Installation } from '../../../domain/installation.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import { LIST_BOUNDS, linkedPages, readPages } from '../pages/pages.ts';
import { UNEXPECTED, type Unreachable } from '../send/refusals.ts';
import type { SendAs } from '../send/send.ts';
import { HostId, HostLogin } from '../send/shapes.ts';

const Account = Type.Object({ id: HostId, login: HostLogin, type: Type.Optional(Type.String()) });

// Unix seconds stand in its place in some replies.
const IsoInstant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' });

/** An installation as every call tells it, on an enterprise or on nothing as well. GitHub docs: REST API endpoints for GitHub Apps. */
export const HostInstallation = Type.Object({
  id: HostId,
  account: Type.Union([Account, Type.Object({ slug: Type.String() }), Type.Null()]),
  target_type: Type.Optional(Type.String()),
  repository_selection: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  suspended_at: Type.Optional(Type.Union([IsoInstant, Type.Integer({ minimum: 0 }), Type.Null()])),
});
/** See the schema of this name. */
export type HostInstallation = Static<typeof HostInstallation>;

const InstallationsPage = Type.Object({ installations: Type.Array(HostInstallation) });

/** Every installation a user can see, on organizations and on people; each appears once. */
export async function readInstallations(
  sendAsUser: SendAs,
  log: Log,
): Promise<Result<readonly Installation[], HostRefusal>> {
  const list = linkedPages(sendAsUser, '/user/installations', InstallationsPage);
  const pages = await readPages(list, LIST_BOUNDS.ofPerson, log);
  return pages.ok ? parseInstallations(pages.value.flatMap((page) => page.installations)) : pages;
}

/** The installations on organizations and people, each once; refused as a whole when a suspension cannot be read. */
export function parseInstallations(entries: readonly HostInstallation[]): Result<readonly Installation[], Unreachable> {
  const installations = new Map<number, Installation>();
  for (const entry of entries) {
    const suspendedAt = instantOf(entry.suspended_at ?? null);
    if (suspendedAt === 'unreadable') return refuse(UNEXPECTED);
    const installation = installationOf(entry, suspendedAt);
    if (installation !== null) installations.set(installation.id, installation);
  }
  return ok([...installations.values()]);
}

function installationOf(entry: HostInstallation, suspendedAt: Date | null): Installation | null {
  const { id, account, target_type, repository_selection } = entry;
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

// A suspension whose time cannot be read must not pass for none.
function instantOf(value: string | number | null): Date | null | 'unreadable' {
  if (value === null) return null;
  const instant = new Date(typeof value === 'number' ? value * 1000 : value);
  return Number.isNaN(instant.getTime()) ? 'unreadable' : instant;
}
