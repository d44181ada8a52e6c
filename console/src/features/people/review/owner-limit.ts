import { createAddressView } from '../../../lib/address/address-view.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { readFromBrowser, storeInBrowser } from '../../../lib/storage/browser-storage.ts';

const USUAL = 3;
const MOST = 999;

/** The owner limit in the URL; empty if unset. */
const OWNERS_VIEW = createAddressView<{ readonly owners: string }>({ owners: '' }, { owners: null });

const parseCount = (text: unknown): number | null => {
  const count = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST ? count : null;
};

/** Reads the owner limit from the URL, else the last choice in this browser, else 3. */
export function useOwnerLimit(login: string) {
  const key = `owners-wanted.${login.toLowerCase()}`;
  const { view, change } = useAddressView(OWNERS_VIEW);
  const ownerLimit = parseCount(view.owners) ?? parseCount(readFromBrowser(key)) ?? USUAL;
  const choose = (text: string) => {
    if (parseCount(text) === null) return;
    storeInBrowser(key, text);
    change({ owners: text });
  };
  return { ownerLimit, choose };
}
