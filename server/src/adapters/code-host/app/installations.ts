import { type Static, Type } from 'typebox';
import type { AccountType, Installation } from '../../../domain/installation.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { RestReader } from '../pages/rest.ts';
import { HostId, HostLogin } from '../send/host-shapes.ts';
import { type Unreachable, unexpected } from '../send/refusals.ts';

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

/** Every installation the token's owner can see, on organizations and on people; each appears once. */
export async function readInstallations(
  rest: RestReader,
  token: HostToken,
): Promise<Result<readonly Installation[], HostRefusal>> {
  const pages = await rest.pages(token, '/user/installations', {}, InstallationsPage);
  return pages.ok ? installationsAmong(pages.value.flatMap((page) => page.installations)) : pages;
}

/** The installations on organizations and people, each once; refused as a whole when a suspension cannot be read. */
export function installationsAmong(entries: readonly HostInstallation[]): Result<readonly Installation[], Unreachable> {
  const installations = new Map<number, Installation>();
  for (const entry of entries) {
    const suspendedAt = instantOf(entry.suspended_at ?? null);
    if (suspendedAt === 'unreadable') return refuse(unexpected());
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
