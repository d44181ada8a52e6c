import { type Static, Type } from 'typebox';
import type { Installation } from '../../../domain/installation.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal, ListValidators, RepositoriesRefusal, SeenRepositories } from '../../../ports/code-host.ts';
import { readNumberedPages } from '../pages/numbered-pages.ts';
import { fits } from '../send/fits.ts';
import { HostId } from '../send/host-shapes.ts';
import type { InstallationTransport } from './installation-transport.ts';

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

/** Where an installation's repositories are, and how to learn why they cannot be read. */
export interface RepositorySource {
  readonly apiUrl: string;
  /** For this installation and this list. */
  readonly transport: InstallationTransport;
  /** The installation itself, as the App sees it. */
  installation(): Promise<Result<Installation | null, HostRefusal>>;
}

/**
 * Every repository of one installation, in the code host's order, each once, unless all validators still hold. A list
 * that shifts while it is read counts with what came.
 *
 * GitHub docs: REST API endpoints for GitHub App installations.
 */
export async function readInstallationRepositories(
  source: RepositorySource,
  validators: ListValidators | null,
): Promise<Result<SeenRepositories, RepositoriesRefusal>> {
  const url = `${source.apiUrl}/installation/repositories`;
  const seen = await readNumberedPages(source.transport, { url, parsePage }, validators ?? []);
  if (!seen.ok) return refuse(await reasonOf(seen.refusal, source));
  if (seen.value === null) return ok({ kind: 'unchanged' });
  const { entries, etags } = seen.value;
  return ok({ kind: 'listed', repositories: [...new Map(entries).values()], validators: etags });
}

function parsePage(body: unknown) {
  if (!fits(RepositoriesPage, body)) return null;
  return { totalCount: body.total_count, entries: body.repositories.map(covered) };
}

const covered = ({ id, full_name, html_url, private: isPrivate }: Static<typeof HostRepository>) =>
  [id, { nameWithOwner: full_name, url: html_url, isPrivate }] as const;

// The statuses do not tell a suspension from missing rights, nor the end of an installation from a wrong address:
// the installation's own record does.
async function reasonOf(refusal: HostRefusal, { installation }: RepositorySource): Promise<RepositoriesRefusal> {
  if (refusal.kind !== 'rejected' || (refusal.status !== 403 && refusal.status !== 404)) return refusal;
  const told = await installation();
  if (!told.ok) return refusal;
  if (told.value === null) return { kind: 'gone' };
  return told.value.suspendedAt === null ? refusal : { kind: 'suspended' };
}
