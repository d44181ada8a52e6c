import { type Static, Type } from 'typebox';
import type { HostRefusal, HostResult, RepositoriesRefusal } from '../../domain/host-refusal.ts';
import type { Installation } from '../../domain/installation.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { hostPath } from '../host-path.ts';
import { readNumberedPages } from '../pages/numbered-pages.ts';
import type { SendAs } from '../send/send.ts';
import { fits, HostId } from '../send/shapes.ts';
import type { ListValidators, RepositoryListResult } from './types.ts';

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
  path: hostPath`/installation/repositories`,
  parsePage: (body: unknown) =>
    fits(RepositoriesPage, body) ? { totalCount: body.total_count, entries: body.repositories.map(entryOf) } : null,
};

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
