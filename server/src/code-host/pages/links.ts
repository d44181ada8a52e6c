import { ok, type Result, refuse } from '../../lib/result.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { type Unreachable, unreachable } from '../send/refusals.ts';

/** GitHub docs: Using pagination in the REST API. */
export function pageLink({ headers }: Pick<HostAnswer, 'headers'>, relation: 'next' | 'last'): string | null {
  if (typeof headers.link !== 'string') return null;
  const links = headers.link.matchAll(/<([^<>]*)>[^<,]*;\s*rel="?(next|last)"?\s*(?=[;,]|$)/g);
  return links.find(([, , named]) => named === relation)?.[1] ?? null;
}

/** Refuses another origin: the token would be sent there. */
export function nextPage(answer: Pick<HostAnswer, 'url' | 'headers'>): Result<string | null, Unreachable> {
  const next = pageLink(answer, 'next');
  if (next === null || URL.parse(next)?.origin === new URL(answer.url).origin) return ok(next);
  return refuse(unreachable('next page on another host'));
}

export function lastPageNumber(answer: Pick<HostAnswer, 'headers'>): number | null {
  const last = pageLink(answer, 'last');
  const number = last === null ? null : URL.parse(last)?.searchParams.get('page');
  return typeof number === 'string' && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
}
