import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { INSTALLATION_REQUESTS_REUSE_MS, LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Clock, Log } from '../../lib/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { addressBelow, hostPath } from '../host-path.ts';
import { eachOnce, linkedPages, readPages } from '../pages/pages.ts';
import type { NamedOrganization } from '../people/types.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import type { SendAs } from '../send/send.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import { createResultCache } from './result-cache.ts';

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
  const list = linkedPages(sendAsApp, hostPath`/app/installation-requests`, HostRequests);

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
