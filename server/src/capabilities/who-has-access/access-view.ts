import type { AccessSource, ReachedRepository, RepositoryPeopleLine } from '@orgdesk/contract';
import type {
  NamedRepository,
  PersonOfRepository,
  RepositoryAccessSource,
} from '../../ports/code-host/access/reached-repositories.ts';

type ListedPerson = Extract<RepositoryPeopleLine, { readonly kind: 'people' }>['people'][number];

export const reachedRepositoryView = (
  { name, isPrivate, isArchived }: NamedRepository,
  { permission, sources }: PersonOfRepository,
): ReachedRepository => ({ name, isPrivate, isArchived, permission, sources: sources.map(sourceView) });

export const personView = ({ id, login, name, avatarUrl, permission, sources }: PersonOfRepository): ListedPerson => ({
  id,
  login,
  name,
  avatarUrl,
  permission,
  sources: sources.map(sourceView),
});

const sourceView = ({ kind, team, permission }: RepositoryAccessSource): AccessSource => ({ kind, team, permission });
