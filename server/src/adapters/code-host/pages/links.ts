import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { type Unreachable, unreachable } from '../send/refusals.ts';

/** Address a list's answer gives for the next or the last page, or null. GitHub docs: Using pagination in the REST API. */
export function pageLink({ headers }: Pick<HostAnswer, 'headers'>, relation: 'next' | 'last'): string | null {
  if (typeof headers.link !== 'string') return null;
  const links = headers.link.matchAll(/<([^<>]*)>[^<,]*;\s*rel="?(next|last)"?\s*(?=[;,]|$)/g);
  return links.find(([, , named]) => named === relation)?.[1] ?? null;
}

/** Address of the next page, null after the last one. Refused on another origin than this one's: the token would go there. */
export function nextPage(answer: Pick<HostAnswer, 'url' | 'headers'>): Result<string | null, Unreachable> {
  const next = pageLink(answer, 'next');
  if (next === null || URL.parse(next)?.origin === new URL(answer.url).origin) return ok(next);
  return refuse(unreachable('next page on another host'));
}

/** Number of the last page, or null when the answer does not tell. */
export function lastPageNumber(answer: Pick<HostAnswer, 'headers'>): number | null {
  const last = pageLink(answer, 'last');
  const number = last === null ? null : URL.parse(last)?.searchParams.get('page');
  return typeof number === 'string' && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
}
