import { lazy, Suspense, useEffect, useState } from 'react';
import { singleKeyOf } from '../../../features/shortcuts/single-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('../../../features/shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The keys that work everywhere on a page; lists have their own. */
export function PageShortcuts() {
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = singleKeyOf(event);
      if (key === '?') setIsShown(true);
      else if (key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return isShown ? (
    <Suspense>
      <ShortcutsDialog onClose={() => setIsShown(false)} />
    </Suspense>
  ) : null;
}

/** False if the page has no list to search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
