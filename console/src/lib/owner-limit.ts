import { createAddressView } from './address/address-view.ts';
import { useAddressView } from './address/use-address-view.ts';
import { readFromBrowser, storeInBrowser } from './storage.ts';

const USUAL = 3;
const MOST = 999;

const OWNERS_VIEW = createAddressView<{ readonly owners: string }>({ owners: '' }, { owners: null });

const parseCount = (text: unknown): number | null => {
  const count = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST ? count : null;
};

const keyOf = (login: string): string => `owners-wanted.${login.toLowerCase()}`;

/** The last choice in this browser, else 3. */
export const ownerLimitOf = (login: string): number => parseCount(readFromBrowser(keyOf(login))) ?? USUAL;

/** Reads the owner limit from the URL, else the last choice in this browser, else 3. */
export function useOwnerLimit(login: string) {
  const { view, change } = useAddressView(OWNERS_VIEW);
  const ownerLimit = parseCount(view.owners) ?? ownerLimitOf(login);
  const choose = (text: string) => {
    if (parseCount(text) === null) return;
    storeInBrowser(keyOf(login), text);
    change({ owners: text });
  };
  return { ownerLimit, choose };
}
