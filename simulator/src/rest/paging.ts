import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../world/links.ts';

const PER_PAGE_USUAL = 30;
const PER_PAGE_MAX = 100;

export const addressOf = (request: FastifyRequest, links: Links) => links.requestUrl(request.raw.url ?? '/');

/** Ignores invalid numbers. GitHub docs: Using pagination in the REST API. */
export function pageOf<T>(
  items: readonly T[],
  request: FastifyRequest,
  reply: FastifyReply,
  links: Links,
): readonly T[] {
  const { query, perPage, link } = paging(request, reply, links);
  const page = positive(query.get('page')) ?? 1;
  const last = Math.max(1, Math.ceil(items.length / perPage));
  if (page > 1) link('page', Math.min(page - 1, last), 'prev');
  if (page < last) link('page', page + 1, 'next');
  if (page < last) link('page', last, 'last');
  if (page > 1) link('page', 1, 'first');
  return items.slice((page - 1) * perPage, page * perPage);
}

export function cursorPageOf<T extends { readonly id: number }>(
  items: readonly T[],
  request: FastifyRequest,
  reply: FastifyReply,
  links: Links,
): readonly T[] | null {
  const { query, perPage, link } = paging(request, reply, links);
  const [, before] = /^v1_(\d{1,16})$/.exec(query.get('cursor') ?? `v1_${Number.MAX_SAFE_INTEGER}`) ?? [];
  if (before === undefined) return null;
  const older = items.filter(({ id }) => id < Number(before));
  const page = older.slice(0, perPage);
  if (older.length > page.length) link('cursor', `v1_${page.at(-1)?.id}`, 'next');
  return page;
}

function paging(request: FastifyRequest, reply: FastifyReply, links: Links) {
  const url = addressOf(request, links);
  const query = new URLSearchParams(url.searchParams);
  const relations: string[] = [];
  return {
    query,
    perPage: Math.min(positive(query.get('per_page')) ?? PER_PAGE_USUAL, PER_PAGE_MAX),
    link(name: string, value: string | number, relation: 'prev' | 'next' | 'last' | 'first'): void {
      url.searchParams.set(name, String(value));
      relations.push(`<${url.href}>; rel="${relation}"`);
      reply.header('link', relations.join(', '));
    },
  };
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
