import type { CallOptions, EndpointId } from './client.ts';
import { ADDRESSES } from './generated/addresses.ts';

export interface Input extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

export function locate(baseUrl: string, id: EndpointId, { path = {}, query = {} }: Input = {}) {
  const [method = '', pattern = ''] = ADDRESSES[id].split(' ');
  const pathname = pattern.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(path[name] ?? ''));
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const search = new URLSearchParams(parameters).toString();
  return { method, address: `${baseUrl.replace(/\/+$/, '')}${pathname}${search === '' ? '' : `?${search}`}` };
}

/** Parsers of addresses resolve `.` and `..`, also encoded, so these become a name that nothing has. */
const segmentOf = (text: string): string =>
  encodeURIComponent(text === '.' || text === '..' ? text.replaceAll('.', '%2e') : text);
