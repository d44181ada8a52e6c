import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { endOfList } from '../../src/http/server/departure.ts';

const requestOf = (isGone: boolean) => {
  const raw = () => Object.assign(new EventEmitter(), { destroyed: isGone });
  return [{ raw: { socket: raw() } } as unknown as FastifyRequest, { raw: raw() } as unknown as FastifyReply] as const;
};

test('a list leaves no timer when its client is gone', () => {
  vi.useFakeTimers();
  try {
    const { signal } = new AbortController();
    expect(endOfList(...requestOf(true), signal).aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const [request, reply] = requestOf(false);
    expect(endOfList(request, reply, signal).aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
    reply.raw.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
