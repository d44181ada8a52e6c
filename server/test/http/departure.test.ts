import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endOfList } from '../../src/http/server/departure.ts';
import { LIST_LIMIT_MS } from '../../src/lib/limits/http.ts';
import { sendBytes } from '../hostile/requests/raw-http.ts';
import { addOrganization } from '../support/service/add-organization.ts';
import { sharedService } from '../support/service/shared-service.ts';

const service = sharedService();

const requestOf = (isGone: boolean) => {
  const raw = () => Object.assign(new EventEmitter(), { destroyed: isGone });
  return [{ raw: { socket: raw() } } as unknown as FastifyRequest, { raw: raw() } as unknown as FastifyReply] as const;
};

test('a list leaves no timer when its client is gone', () => {
  vi.useFakeTimers();
  try {
    const { signal } = new AbortController();
    expect(endOfList(...requestOf(true), signal, LIST_LIMIT_MS).aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const [request, reply] = requestOf(false);
    expect(endOfList(request, reply, signal, LIST_LIMIT_MS).aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
    reply.raw.emit('close');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('pipelined requests cause no warning about listeners', async () => {
  const { organization, owner } = addOrganization(service());
  const { bearer } = await service().signIn(owner);
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  const headers = ['Host: x', ...Object.entries(bearer).map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  const request = `GET /api/organizations/${organization}/people/${owner} HTTP/1.1\r\n${headers}\r\n`;

  const { bytes } = await sendBytes(service().url, `${`${request}\r\n`.repeat(19)}${request}Connection: close\r\n\r\n`);

  expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(20).fill('HTTP/1.1 200'));
  expect(warnings).toEqual([]);
});
