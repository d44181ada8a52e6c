import { createAddressView } from '../../../lib/address/address-view.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { keepInBrowser, readFromBrowser } from '../../../lib/keeping/kept-in-browser.ts';

const USUAL = 3;
const MOST = 999;

/** How many owners an organization wants at most; blank where the address does not say. */
const OWNERS_VIEW = createAddressView<{ readonly owners: string }>({ owners: '' }, { owners: null });

const parseCount = (text: unknown): number | null => {
  const count = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST ? count : null;
};

/** How many owners an organization wants at most: as the address says, else as it was said last in this browser. */
export function useOwnersWanted(login: string) {
  const key = `owners-wanted.${login.toLowerCase()}`;
  const { view, change } = useAddressView(OWNERS_VIEW);
  const wanted = parseCount(view.owners) ?? parseCount(readFromBrowser(key)) ?? USUAL;
  const choose = (text: string) => {
    if (parseCount(text) === null) return;
    keepInBrowser(key, text);
    change({ owners: text });
  };
  return { wanted, choose };
}
