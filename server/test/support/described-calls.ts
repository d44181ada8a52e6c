import type { HostKind, Simulator } from '@orgdesk/simulator';
import {
  type PublishedDescription,
  publishedDescription,
} from '../../../simulator/test/rest/published-descriptions.ts';

const published = new Map<HostKind, PublishedDescription>();

/**
 * What does not fit of the REST calls about people and organizations that a simulator was sent: calls its maker does not
 * describe for its kind, their parameters and bodies.
 */
export function misfitsIn({ control }: Pick<Simulator, 'control'>, kind: HostKind): readonly string[] {
  const description = published.get(kind) ?? publishedDescription(kind);
  published.set(kind, description);
  return control
    .requests()
    .filter(({ path }) => /^[/](orgs|organizations|repos|users?)([/]|$)/.test(path))
    .flatMap(({ method, path, query, body }) => {
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const misfits = description.requestMisfits(method, `${path}?${new URLSearchParams(query)}`, sent);
      return misfits.map((misfit) => `${method} ${path}: ${misfit}`);
    });
}
