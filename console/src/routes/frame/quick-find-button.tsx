import { SearchIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../features/account/get-session.ts';
import { SignedInContext } from '../../lib/reading/signed-in.ts';
import './layout.css';

const QuickFind = lazy(() => import('./quick-find.tsx').then(({ QuickFind: default_ }) => ({ default: default_ })));

/** Renders nothing if nobody is signed in. */
export function QuickFindButton() {
  const { data: state } = useSession();
  const { login = null } = useParams({ strict: false });
  const [isOpen, setIsOpen] = useState(false);
  const isSignedIn = state?.kind === 'signed-in';

  useEffect(() => {
    if (!isSignedIn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isSignedIn]);

  if (!isSignedIn) return null;
  return (
    <>
      <Button
        className="quick-find-button"
        leadingVisual={SearchIcon}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        Go to…
      </Button>
      {isOpen && (
        <SignedInContext value={state.session}>
          <Suspense>
            <QuickFind here={login} onClose={() => setIsOpen(false)} />
          </Suspense>
        </SignedInContext>
      )}
    </>
  );
}
