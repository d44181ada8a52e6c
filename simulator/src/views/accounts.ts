import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../world/links.ts';
import type { OrganizationRecord, UserRecord } from '../world/records.ts';
import { need } from '../world/store.ts';
import type { World } from '../world/world.ts';

/** Bot IDs are far above people's. */
export const botIdOf = (app: Pick<AppRegistration, 'id'>): number => 900_000_000 + app.id;

export const botLoginOf = ({ slug }: Pick<AppRegistration, 'slug'>): string => `${slug}[bot]`;

export const nodeIdOf = (prefix: string, id: number): string =>
  `${prefix}_${Buffer.from(String(id)).toString('base64url')}`;

/** Fields such as `keys_url` for `keys{/key_id}`; `merges=pulls/merge` names its field. */
export function addressesBelow(base: string, list: string): Readonly<Record<string, string>> {
  const entries = list.split(/\s+/).map((entry) => {
    const [, name, path] = /^(?:(\w+)=)?(.*)$/.exec(entry) ?? [];
    return [`${name ?? /^\w+/.exec(entry)?.[0]}_url`, `${base}/${path}`];
  });
  return Object.fromEntries(entries);
}

/** GitHub docs: REST API endpoints, response schemas. */
export function createAccountViews(world: World, app: AppRegistration, links: Links) {
  const personShape = (login: string, id: number, type: 'User' | 'Organization' | 'Bot') => {
    const api = links.api(`/users/${login}`);
    return {
      login,
      id,
      node_id: nodeIdOf(type.charAt(0), id),
      avatar_url: links.avatar(id),
      gravatar_id: '',
      url: api,
      html_url: links.web(`/${login}`),
      ...addressesBelow(
        api,
        'followers following{/other_user} gists{/gist_id} starred{/owner}{/repo} subscriptions organizations=orgs repos events{/privacy} received_events',
      ),
      type,
      user_view_type: 'public',
      site_admin: false,
    };
  };
  const user = ({ id, login }: Pick<UserRecord, 'id' | 'login'>) => personShape(login, id, 'User');

  return {
    user,
    organization({ id, login, description }: OrganizationRecord) {
      const api = links.api(`/orgs/${login}`);
      return {
        login,
        id,
        node_id: nodeIdOf('O', id),
        url: api,
        ...addressesBelow(api, 'repos events hooks issues members{/member} public_members{/member}'),
        avatar_url: links.avatar(id),
        description,
      };
    },
    account(accountId: number) {
      const owner = world.organizationById(accountId);
      if (owner) return personShape(owner.login, owner.id, 'Organization');
      return user(need(world.userById(accountId), `account ${accountId}`));
    },
    actor(accountId: number) {
      if (accountId === botIdOf(app)) return personShape(botLoginOf(app), accountId, 'Bot');
      const person = world.userById(accountId);
      return person && user(person);
    },
  };
}
