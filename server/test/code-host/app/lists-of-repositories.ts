import type { CodeHost } from '../../../src/code-host/code-host.ts';
import type { ListValidators } from '../../../src/code-host/types.ts';
import { startHost } from '../host-under-test.ts';
import { worldOfRepositories } from '../installation-worlds.ts';

export const LIST = { path: '/installation/repositories' };
export const MINTING = { path: /access_tokens$/ };

export async function startWith(count: number) {
  const { world, id } = worldOfRepositories(count);
  return { ...(await startHost({ world })), id };
}

export async function listOf(host: CodeHost, id: number, validators: ListValidators | null = null) {
  const seen = await host.repositoriesOf(id, validators);
  if (!seen.ok) throw new Error(`refused: ${seen.refusal.kind}`);
  if (seen.value.kind === 'unchanged') throw new Error('unchanged');
  return seen.value;
}

export async function namesOf(host: CodeHost, id: number): Promise<readonly string[]> {
  return (await listOf(host, id)).repositories.map(({ nameWithOwner }) => nameWithOwner);
}

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `big/r-${index + 1}`);
