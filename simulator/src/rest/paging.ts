import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../links.ts';

const PER_PAGE_USUAL = 30;
const PER_PAGE_MAX = 100;

/** The address of a request, with its query read. */
export const addressOf = (request: FastifyRequest) => new URL(request.raw.url ?? '/', 'http://simulator');

/** The size of the page a query asks for: numbers that make no sense count as absent, and more than 100 as 100. */
export const pageSize = (query: URLSearchParams) =>
  Math.min(positive(query.get('per_page')) ?? PER_PAGE_USUAL, PER_PAGE_MAX);

/**
 * The page of a list that the request asks for; adds the `Link` header to the reply.
 * GitHub docs: Using pagination in the REST API.
 */
export function pageOf<T>(
  items: readonly T[],
  request: FastifyRequest,
  reply: FastifyReply,
  links: Links,
): readonly T[] {
  const url = addressOf(request);
  const perPage = pageSize(url.searchParams);
  const page = positive(url.searchParams.get('page')) ?? 1;
  const last = Math.max(1, Math.ceil(items.length / perPage));

  const link = (target: number, relation: string) => {
    url.searchParams.set('page', String(target));
    return `<${links.web(url.pathname)}?${url.searchParams}>; rel="${relation}"`;
  };
  const relations = [
    ...(page > 1 ? [link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  if (relations.length > 0) reply.header('link', relations.join(', '));
  return items.slice((page - 1) * perPage, page * perPage);
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
