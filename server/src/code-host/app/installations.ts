import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult, RepositoriesRefusal } from '../../domain/host-refusal.ts';
import type { AccountType, Installation } from '../../domain/installation.ts';
import { INSTALLATION_REQUESTS_REUSE_MS, LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock, Log } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import type { HostClient } from '../client.ts';
import { addressBelow, hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readNumberedPages, readPages } from '../pages.ts';
import type { NamedOrganization } from '../people/types.ts';
import { UNEXPECTED, type Unreachable } from '../send/refusals.ts';
import { bodyOf, type SendAs } from '../send/send.ts';
import { fits, HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import type { HostCalls, ListValidators, RepositoryListResult } from '../types.ts';
import { createResultCache } from './credentials.ts';
import { HostPermissions, parsePermissions } from './registered-app.ts';

const HostRepository = Type.Object({
  id: HostId,
  full_name: Type.String({ pattern: '^[^/]+/[^/]+$' }),
  html_url: Type.String({ pattern: '^https?://' }),
  private: Type.Boolean(),
});

const RepositoriesPage = Type.Object({
  total_count: Type.Integer({ minimum: 0 }),
  repositories: Type.Array(HostRepository),
});

/** A list that changes during the read is accepted. GitHub docs: REST API endpoints for GitHub App installations. */
export async function readInstallationRepositories(
  send: SendAs,
  installation: () => Promise<HostResult<Installation | null>>,
  validators: ListValidators | null,
): Promise<Result<RepositoryListResult, RepositoriesRefusal>> {
  const list = await readNumberedPages(send, LIST, validators ?? []);
  if (!list.ok) return refuse(await explainRefusal(list.refusal, installation));
  if (list.value === null) return ok({ kind: 'unchanged' });
  const { entries, etags } = list.value;
  return ok({ kind: 'listed', repositories: [...new Map(entries).values()], validators: etags });
}

const LIST = {
  call: 'installation.repositories',
  path: hostPath`/installation/repositories`,
  parsePage: (body: unknown) =>
    fits(RepositoriesPage, body) ? { totalCount: body.total_count, entries: body.repositories.map(entryOf) } : null,
} as const;

const entryOf = ({ id, full_name, html_url, private: isPrivate }: Static<typeof HostRepository>) =>
  [id, { nameWithOwner: full_name, url: html_url, isPrivate }] as const;

const FORBIDDEN: ReadonlySet<HostRefusal['kind']> = new Set(['missing', 'single-sign-on', 'ip-allow-list']);

// Status codes do not tell suspension from missing permissions, or removal from a wrong address.
async function explainRefusal(
  refusal: HostRefusal,
  installation: () => Promise<HostResult<Installation | null>>,
): Promise<RepositoriesRefusal> {
  const isForbidden = FORBIDDEN.has(refusal.kind) || ('status' in refusal && [403, 404].includes(refusal.status));
  if (!isForbidden) return refusal;
  const current = await installation();
  if (!current.ok) return refusal;
  if (current.value === null) return { kind: 'gone' };
  return current.value.suspendedAt === null ? refusal : { kind: 'suspended' };
}

export interface InstallationRequest {
  readonly id: number;
  readonly organization: NamedOrganization;
  readonly requester: { readonly id: number; readonly login: string; readonly avatarUrl: string | null };
  readonly requestedAt: Date;
  /** Approval page on the code host's web origin. Composed, since the API does not return it. */
  readonly approvalPage: string;
}

export interface InstallationRequestsHost {
  /** Requests of all organizations, cached for up to a minute. Filter them per viewer. */
  installationRequests(): Promise<HostResult<readonly InstallationRequest[]>>;
}

const Account = Type.Object({ id: HostId, login: HostLogin, type: Type.Optional(Type.String()) });

const HostRequest = Type.Object({
  id: HostId,
  // An enterprise has a slug instead of a login.
  account: Type.Union([Account, Type.Object({ slug: Type.String() })]),
  requester: Type.Object({ id: HostId, login: HostLogin, avatar_url: Type.Optional(TextOrNull) }),
  created_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
});

const HostRequests = Type.Array(HostRequest);

/** GitHub docs: List installation requests for the authenticated app. */
export function createInstallationRequests(
  { webUrl }: Pick<CodeHostAddresses, 'webUrl'>,
  sendAsApp: SendAs,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): InstallationRequestsHost {
  const url = hostPath`/app/installation-requests`;
  const list = linkedPages(sendAsApp, { call: 'app.installation-requests', url }, HostRequests);

  async function read(): Promise<HostResult<readonly InstallationRequest[]>> {
    const pages = await readPages(list, LIST_BOUNDS.installationRequests, log);
    if (!pages.ok) return pages;
    const requests = pages.value.flat().flatMap((entry) => requestOf(webUrl, entry) ?? []);
    if (requests.some(({ requestedAt }) => Number.isNaN(requestedAt.getTime()))) return refuse(UNEXPECTED);
    return ok(eachOnce(requests, ({ id }) => id));
  }

  const cache = createResultCache<'app', Awaited<ReturnType<typeof read>>>(
    async () => ok(await read()),
    INSTALLATION_REQUESTS_REUSE_MS,
    clock,
  );
  return {
    async installationRequests() {
      const cached = await cache.get('app');
      return cached.ok ? cached.value : cached;
    },
  };
}

/** Only in organizations do owners approve requests. */
function requestOf(webUrl: string, entry: Static<typeof HostRequest>): InstallationRequest | null {
  const { id, account, requester, created_at } = entry;
  if (!('login' in account) || (account.type ?? 'Organization') !== 'Organization') return null;
  return {
    id,
    organization: { id: account.id, login: account.login },
    requester: { id: requester.id, login: requester.login, avatarUrl: requester.avatar_url ?? null },
    requestedAt: new Date(created_at),
    approvalPage: addressBelow(webUrl, hostPath`/organizations/${account.login}/settings/installations`).text,
  };
}

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

const InstallationList = Type.Object({ installations: Type.Array(HostInstallation) });

export function createAppInstallations(
  sendAsApp: SendAs,
): Pick<HostCalls, 'installation' | 'installationOn' | 'installations'> {
  return {
    async installation(id) {
      const url = hostPath`/app/installations/${id}`;
      const response = bodyOf(await sendAsApp({ call: 'app.installation', url }), HostInstallation);
      if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
      if (response.value.id !== id) return refuse(UNEXPECTED);
      const parsed = parseInstallations([response.value]);
      return parsed.ok ? ok(parsed.value[0] ?? null) : parsed;
    },

    async installationOn(organization) {
      const url = hostPath`/orgs/${organization}/installation`;
      const response = bodyOf(await sendAsApp({ call: 'app.organization-installation', url }), Granted);
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
      const list = { call: 'app.installations', url: hostPath`/app/installations` } as const;
      const response = await linkedPages(sendAsApp, list, HostInstallations)(page);
      if (!response.ok) return response;
      const parsed = parseInstallations(response.value.body);
      return parsed.ok ? ok({ installations: parsed.value, next: response.value.next }) : parsed;
    },
  };
}

/** Omits installations on enterprises. */
export async function readInstallations({ send, log }: HostClient): Promise<HostResult<readonly Installation[]>> {
  const url = hostPath`/user/installations`;
  const list = linkedPages(send, { call: 'user.installations', url }, InstallationList);
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
