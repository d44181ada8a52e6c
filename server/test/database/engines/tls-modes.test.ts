import { expect, onTestFinished, test } from 'vitest';
import { withStrictTls } from '../../../src/database/engines/postgres/connection.ts';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';

const POSTGRES = ENGINES.filter(({ name }) => name === 'PostgreSQL');

test.each(POSTGRES)(
  'on $name, a server without TLS is refused, without a warning of the driver',
  async ({ open, name }) => {
    const warnings: string[] = [];
    const keep = ({ message }: Error) => void warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const url = `${await freshDatabaseUrl(name)}?sslmode=require`;
    const { storage } = await open({ url, migrate: false });
    await expect(storage.migrate()).rejects.toThrow('does not support SSL');
    expect(warnings.filter((message) => message.includes('SSL'))).toEqual([]);
  },
);

test.each<readonly [url: string, opened: string]>([
  ['postgres://a/b?sslmode=require', 'postgres://a/b?sslmode=verify-full'],
  ['postgres://a/b?x=1&sslmode=verify-ca&y=2', 'postgres://a/b?x=1&sslmode=verify-full&y=2'],
  ...[
    'postgres://a/b',
    'postgres://a/b?sslmode=disable',
    'postgres://a/b?sslmode=no-verify',
    'postgres://a/b?uselibpqcompat=true&sslmode=require',
    'postgres://sslmode=require@a/b',
  ].map((same) => [same, same] as const),
])('%s is opened as %s', (url, opened) => {
  expect(withStrictTls(url)).toBe(opened);
});
