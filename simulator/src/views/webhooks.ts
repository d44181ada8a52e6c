import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import { type Hook, hookIdOf } from '../webhooks/hook.ts';
import type { TeamRecord } from '../world/records.ts';
import { isoSeconds } from '../world/store.ts';
import { nodeIdOf } from './accounts.ts';

/** A team, as events carry it. */
export function teamShape(
  { id, name, slug, description, privacy }: TeamRecord,
  links: Links,
  organization: string,
): object {
  const api = links.api(`/teams/${id}`);
  return {
    name,
    id,
    node_id: nodeIdOf('T', id),
    slug,
    description,
    privacy: privacy === 'VISIBLE' ? 'closed' : 'secret',
    url: api,
    html_url: links.web(`/orgs/${organization}/teams/${slug}`),
    members_url: `${api}/members{/member}`,
    repositories_url: `${api}/repos`,
    permission: 'pull',
  };
}

/** The App's webhook, as a ping describes it. */
export function hookShape({ contentType, insecureSsl, secret, url }: Hook, app: AppRegistration, links: Links): object {
  return {
    type: 'App',
    id: hookIdOf(app),
    name: 'web',
    active: true,
    app_id: app.id,
    events: app.events,
    config: {
      content_type: contentType,
      insecure_ssl: insecureSsl,
      ...(secret === null ? {} : { secret: '********' }),
      url,
    },
    created_at: isoSeconds(Date.UTC(2026, 0, 1)),
    updated_at: isoSeconds(Date.UTC(2026, 0, 1)),
    deliveries_url: links.api('/app/hook/deliveries'),
  };
}
