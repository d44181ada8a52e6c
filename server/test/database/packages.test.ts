import { expect, test } from 'vitest';
import { PACKAGES_KEPT } from '../../src/lib/limits/storage.ts';
import { NOON } from '../audit/store/trails.ts';
import { ENGINES } from '../support/databases/engines.ts';

test.each(ENGINES)('the latest packages of each kind are kept as they were, on $name', async ({ open }) => {
  const { packages } = (await open()).storage;
  const at = (second: number) => new Date(NOON.getTime() + second * 1_000);
  const bytesOf = (number: number) => Uint8Array.of(0, 255, number);
  const keep = (kind: string, number: number, second: number) =>
    packages.keep({ name: `${kind}-${number}.tgz`, kind, bytes: bytesOf(number) }, at(second));
  await keep('cli', 0, 0);
  for (let number = 0; number < PACKAGES_KEPT; number += 1) await keep('client', number, number);
  await keep('client', 0, PACKAGES_KEPT);
  await keep('client', PACKAGES_KEPT, PACKAGES_KEPT + 1);

  const found = async (name: string) => {
    const bytes = await packages.find(name);
    return bytes === null ? null : Uint8Array.from(bytes);
  };
  expect(await found('client-1.tgz')).toBe(null);
  for (const number of [0, 2, PACKAGES_KEPT]) expect(await found(`client-${number}.tgz`)).toEqual(bytesOf(number));
  expect(await found('cli-0.tgz')).toEqual(bytesOf(0));
});

test.each(ENGINES)('instances that keep the same package at once keep it once, on $name', async ({ open }) => {
  const { packages } = (await open()).storage;
  const kept = { name: 'client-1.tgz', kind: 'client', bytes: Uint8Array.of(1) };
  await Promise.all(Array.from({ length: 5 }, () => packages.keep(kept, NOON)));
  expect(await packages.find('client-1.tgz')).not.toBe(null);
});
